import Foundation
import LifeAnalysis
import LifeCore
import TestSupport
import Testing

/// The conduits and reflectors of the collection, run with the Herschel or glider of their files.
@Suite struct ConduitTests {
  @Test func `every conduit of the collection has a row`() {
    let listed = CatalogueEntry.all.filter { $0["kind"] == "conduits" }.map(\.name)
    #expect(listed.count > 20)
    #expect(Set(listed) == Set(Conduit.all.map(\.name)))
  }

  @Test(arguments: Conduit.all)
  func `the object leaves at the listed place and generation`(conduit: Conduit) throws {
    let entry = try CatalogueEntry.named(conduit.name)
    #expect(entry.fact == conduit.fact)
    let start = try Self.generations(of: entry, upTo: 0)
    let object = conduit.object
    #expect(object.isSubset(of: start))
    let last = max(conduit.generation, conduit.complete)
    let device = start.subtracting(object)
    let output = try conduit.output()
    let atOutput = try Self.generations(of: entry, upTo: conduit.generation)
    #expect(output.isSubset(of: atOutput))
    // Nothing touches the departing object.
    let others = atOutput.subtracting(output)
    #expect(others.isDisjoint(with: output.flatMap(\.surroundings)))
    let atEnd = try Self.generations(of: entry, upTo: last)
    #expect(device.isSubset(of: atEnd), "the device is not complete")
    if conduit.input == .glider { #expect(atEnd == device.union(output)) }
  }

  private static func generations(of entry: CatalogueEntry, upTo count: Int) throws -> Set<Cell> {
    let pattern = try entry.pattern()
    var evolution = try Evolution(
      pattern, rule: AnalysisRule(.life), options: AnalysisLimits().engine)
    try evolution.advance(by: count)
    return try evolution.cells().set
  }
}

/// A row of the table of conduits: the input object, and the place of the output object.
struct Conduit: CustomTestStringConvertible, Sendable {
  enum Input: String { case glider, herschel }

  let columns: [String: String]

  var name: String { columns["name"] ?? "" }
  var testDescription: String { name }
  var input: Input { Input(rawValue: columns["input"] ?? "") ?? .glider }
  var generation: Int { number("generation") }
  /// The generation in which the device is complete again.
  var complete: Int { number("complete") }
  private var turns: Int { number("turns") }
  private var isFlipped: Bool { number("flips") == 1 }

  private func number(_ column: String) -> Int { Int(columns[column] ?? "") ?? -1 }

  static let all = Project.table("Tests/Catalogue/conduits.tsv").map { Conduit(columns: $0) }
}

extension Conduit {
  /// The cells of the glider or Herschel, relative to its center.
  private var shape: Set<Cell> {
    switch input {
    case .glider: Art.cells(".O.\n..O\nOOO").set.moved(byX: -1, y: -1)
    case .herschel: Art.cells("O..\nO.O\nOOO\n..O").set.moved(byX: -1, y: -2)
    }
  }

  /// The cells of the object in the file.
  var object: Set<Cell> { shape.moved(byX: number("x"), y: number("y")) }

  /// The cells of the output object.
  func output() throws -> Set<Cell> {
    let alone = Pattern(cells: Cells(alive: shape))
    var evolution = try Evolution(
      alone, rule: AnalysisRule(.life), options: AnalysisLimits().engine)
    try evolution.advance(by: number("phase"))
    let later = try evolution.cells().set
    let place = (x: number("x") + number("dx"), y: number("y") + number("dy"))
    return Set(later.map(turned)).moved(byX: place.x, y: place.y)
  }

  /// A cell after an optional reflection in the horizontal axis and clockwise turns.
  private func turned(_ cell: Cell) -> Cell {
    let flipped = Cell(x: cell.x, y: isFlipped ? -cell.y : cell.y)
    return (0..<turns).reduce(flipped) { cell, _ in Cell(x: -cell.y, y: cell.x) }
  }

  /// The fact in the catalogue's words.
  var fact: String {
    switch input {
    case .glider:
      let ahead = turned(Cell(x: 1, y: 1))
      let angle = ahead == Cell(x: -1, y: -1) ? 180 : 90
      return "turns a glider by \(angle) degrees in \(generation) generations"
    case .herschel:
      let turn = ["", "turned right", "turned back", "turned left"][turns]
      let how = [turn, isFlipped ? "flipped" : ""].filter { !$0.isEmpty }
      let place = "(\(number("dx")), \(number("dy")))".replacingOccurrences(of: "-", with: "−")
      return "moves a Herschel by \(place) in \(generation) generations"
        + (how.isEmpty ? "" : ", " + how.joined(separator: " and "))
    }
  }
}
