import LifeAnalysis
import LifeCore
import TestSupport
import Testing

/// All measures of objects, compared with sets of cells stepped by definition.
@Suite(.needsOptimization) struct MeasuresTests {
  @Test func `the measures of a thousand objects are those of a plain simulation`() throws {
    let identifier = Identifier(AnalysisRule(.life))
    var random = Seeded(1)
    let turns = Effort.isBrief ? 1 : 6
    for vector in CodeVector.all {
      for _ in 0..<turns {
        let orientation = try #require(Orientation.all.randomElement(using: &random))
        let delay = Int.random(in: 0..<vector.period, using: &random)
        var plain = PlainObject(try read(vector.rle).cells.oriented(orientation))
        for _ in 0..<delay { plain = plain.next }
        let result = try identifier.identify(Pattern(cells: Cells(alive: plain.cells)))
        plain.compare(with: result, of: vector)
      }
    }
  }
}

/// Live cells under B3/S23.
private struct PlainObject {
  let cells: Set<Cell>

  init(_ cells: Cells) { self.cells = cells.set }
  private init(_ cells: Set<Cell>) { self.cells = cells }

  var next: PlainObject { PlainObject(cells.next) }

  private var corner: Cell {
    Cell(x: cells.map(\.x).min() ?? 0, y: cells.map(\.y).min() ?? 0)
  }

  /// The cells with their north-western corner at the origin.
  private var shape: Set<Cell> { cells.inCorner }

  /// The shapes of all rotations and reflections.
  private var shapes: Set<Set<Cell>> {
    let maps: [(Cell) -> Cell] = [
      { Cell(x: $0.x, y: $0.y) }, { Cell(x: -$0.x, y: $0.y) }, { Cell(x: $0.x, y: -$0.y) },
      { Cell(x: -$0.x, y: -$0.y) }, { Cell(x: $0.y, y: $0.x) }, { Cell(x: -$0.y, y: $0.x) },
      { Cell(x: $0.y, y: -$0.x) }, { Cell(x: -$0.y, y: -$0.x) },
    ]
    return Set(maps.map { PlainObject(Set(cells.map($0))).shape })
  }

  func compare(with result: Identification, of vector: CodeVector) {
    var phases = [self]
    while phases.count == 1 || phases[phases.count - 1].shape != shape {
      phases.append(phases[phases.count - 1].next)
    }
    let period = phases.count - 1
    let end = phases[period].corner
    let note = Comment(rawValue: vector.code)
    #expect(result.period == period && result.code?.description == vector.code, note)
    #expect(result.displacement == Offset(x: end.x - corner.x, y: end.y - corner.y), note)
    guard let measures = result.measures else {
      Issue.record("\(vector.code) has no measures")
      return
    }
    let populations = phases.dropLast().map(\.cells.count)
    let heats = zip(phases, phases.dropFirst()).map {
      $0.cells.symmetricDifference($1.cells).count
    }
    for (spread, values) in [(measures.population, populations), (measures.heat, heats)] {
      #expect(spread.min == values.min() && spread.max == values.max(), note)
      #expect(values[spread.minAt] == spread.min && values[spread.maxAt] == spread.max, note)
      #expect(abs(spread.mean * Double(period) - Double(values.reduce(0, +))) < 1e-6, note)
    }
    let mod = (1...period).first { phases[$0].shapes.contains(shape) }
    #expect(measures.mod == mod, note)
    let visited = phases.dropLast().reduce(into: Set<Cell>()) { $0.formUnion($1.cells) }
    let columns = visited.map(\.x)
    let rows = visited.map(\.y)
    #expect(measures.box.width == (columns.max() ?? 0) - (columns.min() ?? 0) + 1, note)
    #expect(measures.box.height == (rows.max() ?? 0) - (rows.min() ?? 0) + 1, note)
    #expect((measures.activity == nil) == (end != corner), note)
    if let activity = measures.activity {
      compare(activity, phases: phases.dropLast(), visited: visited, note)
    }
  }

  private func compare(
    _ activity: CycleMeasures.Activity, phases: [PlainObject], visited: Set<Cell>, _ note: Comment
  ) {
    let period = phases.count
    var periods: [Int: Int] = [:]
    for cell in visited {
      let lives = phases.map { $0.cells.contains(cell) }
      let own = (1...period).first { steps in
        period.isMultiple(of: steps)
          && lives.indices.allSatisfy { lives[$0] == lives[($0 + steps) % period] }
      }
      periods[own ?? 0, default: 0] += 1
    }
    #expect(activity.active == visited.count, note)
    #expect(activity.stator == periods[1] ?? 0, note)
    #expect(activity.rotor == visited.count - (periods[1] ?? 0), note)
    let told = Dictionary(uniqueKeysWithValues: activity.cellPeriods.map { ($0.period, $0.cells) })
    #expect(told == periods, note)
    let strict = period == 1 ? 0 : Double(periods[period] ?? 0) / Double(visited.count)
    #expect(abs(activity.strictVolatility(period) - strict) < 1e-9, note)
    #expect(abs(activity.volatility * Double(visited.count) - Double(activity.rotor)) < 1e-6, note)
  }
}
