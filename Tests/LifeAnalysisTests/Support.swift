import Foundation
import LifeAnalysis
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// One row of the table of codes. Its facts are from another program.
struct CodeVector: CustomTestStringConvertible, Sendable {
  var code: String
  var population: Int
  var period: Int
  var displacement: Offset
  var rle: String

  var testDescription: String { code }

  static let all = Project.rows(ofTable: "Tests/LifeAnalysisTests/Vectors/apgcodes.tsv").map {
    CodeVector(
      code: $0[0], population: Int($0[1]) ?? 0, period: Int($0[2]) ?? 0,
      displacement: Offset(x: Int($0[3]) ?? 0, y: Int($0[4]) ?? 0), rle: $0[5])
  }
}

/// Reads a pattern from text in any format.
func read(
  _ text: String, rule: Rule? = nil, at position: Position? = nil
) throws -> Pattern {
  let input = try ByteReader(Array(text.utf8), name: "in")
  var options = ReadOptions()
  options.rule = rule
  var pattern = try Format.read(input, as: nil, options: options).pattern
  if let position { pattern.statedPosition = position }
  return pattern
}

extension AnalysisLimits {
  init(generations: Int) {
    self.init()
    self.generations = generations
  }

  /// Limits whose interrupt is raised soon.
  init(interruptedAfter seconds: Double) {
    self.init()
    let interrupt = Interrupt()
    engine.interrupt = interrupt
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      interrupt.raise()
    }
  }
}

extension Identifier {
  func code(of pattern: Pattern) throws -> ObjectCode {
    try quickCode(of: pattern) ?? identify(pattern).codeOfPattern
  }
}

/// A pattern of the collection.
func named(_ name: String) throws -> Pattern { try CatalogueEntry.named(name).pattern() }

/// A pattern of the folder `Vectors`.
func vector(_ name: String) throws -> Pattern {
  try read(Project.text("Tests/LifeAnalysisTests/Vectors/\(name).rle"))
}

/// A random pattern inside a box, in the states of a rule, with at least one cell.
func soup(_ seed: Int, width: Int, height: Int, states: Int = 2) -> Cells {
  var random = Seeded(seed)
  var runs: [CellRun] = []
  for y in 0..<height {
    for x in 0..<width where Bool.random(using: &random) {
      let state = State(Int.random(in: 1..<states, using: &random))
      runs.append(CellRun(y: y, x: x, length: 1, state: state))
    }
  }
  return Cells(runs.isEmpty ? [CellRun(y: 0, x: 0, length: 1)] : runs)
}
