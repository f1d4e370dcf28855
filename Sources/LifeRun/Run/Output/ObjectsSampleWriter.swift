internal import LifeAnalysis
package import LifeCore
import LifeEngines
package import LifeIO
import LifeRender

/// Writes one row per object and sample: its code, its place, its phase and its name.
struct ObjectsSampleWriter: SampleWriter {
  let identifier: Identifier
  var output: SampleOutput

  init(_ rule: Rule, selection: EngineSelection, output: SampleOutput) {
    var selection = selection
    selection.threads = 1
    identifier = Identifier(AnalysisRule(rule), limits: AnalysisLimits(selection))
    self.output = output
  }

  /// Checks that the stored cells of a generation evolve by the same rules as in generation 0.
  static func check(_ generation: BigInt, under rule: Rule) throws(RunFailure) {
    guard rule.phase(at: generation) > 0 else { return }
    throw RunFailure(
      .invalidData,
      "under \(rule.canonical), objects are identified in generations 0, \(rule.phaseCount), "
        + "\(2 * rule.phaseCount) and so on, not in \(generation)")
  }

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let limit = identifier.limits.engine.memoryLimit
    let pattern = try identifier.rule.aligned(stepper.snapshot().inRows(limit: limit), limit: limit)
    try Self.check(pattern.generation, under: identifier.rule.rule)
    let objects = try identifier.recognizedObjects(of: pattern.cells)
    var names: [ObjectCode: String] = [:]
    for code in Set(objects.map(\.code)) {
      names[code] = ObjectNames.name(of: code, under: identifier.rule.rule).map { CSV.cell($0) }
    }
    try output.write(
      at: pattern.generation, begin: { try $0.write("generation,apgcode,x,y,phase,name\n") }
    ) { writer in
      for object in objects {
        let corner = pattern.origin.moved(byX: object.window.x, y: object.window.y)
        let phase = object.phaseNumber.map { "\($0)" } ?? ""
        let name = names[object.code] ?? ""
        try writer.write(
          "\(pattern.generation),\(object.code),\(corner.x),\(corner.y),\(phase),\(name)\n")
      }
    }
  }

  mutating func synchronize() throws -> OutputPosition? { try output.synchronize() }

  mutating func finish() throws { try output.finish() }
}

extension Rule {
  /// Refuses patterns that are not divided into objects: they are on a torus, or blocks of cells
  /// move. For example, the gas of most reversible rules never settles.
  package func checkObjects(
    of title: Path, in universe: Universe = .plane
  ) throws(RunFailure) {
    guard universe.isUnbounded else {
      throw RunFailure(
        .invalidData,
        "\(title): objects are separated on the unbounded plane, and its universe is \(universe)")
    }
    guard partitioned?.dependsOnParity != true else {
      throw RunFailure(
        .invalidData,
        "\(title): objects are not separated under rules of blocks such as \(canonical)")
    }
  }
}
