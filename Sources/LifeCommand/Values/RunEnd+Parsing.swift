import LifeAnalysis
import LifeArguments
import LifeCore
import LifeRun

// Parses the value of `--until`.

extension RunEnd: ValueParsable {
  init(argument: Argument) throws(ValueError) { try self.init(argument.text) }

  /// The conditions and their meanings, for the help.
  static var table: String {
    let conditions = StopCondition.plain + [.population(.above, 1000), .box(.above, 500)]
    return conditions.map { "  " + "\($0)".padded(to: 10) + $0.meaning }.joined(separator: "\n")
  }
}

extension StopCondition {
  fileprivate var meaning: String {
    switch self {
    case .stable:
      "only still lifes, oscillators and spaceships remain, and it is\n"
        + "            proved that they never meet"
    case .period: "the first period is complete"
    case .escape:
      "a spaceship has left the bounding box of all other cells;\n"
        + "            a lone spaceship never does"
    case .empty: "no cell is alive"
    case .population(_, let count):
      "the population is above \(count); also with < >= <= == or !="
    case .box: "the same for the larger side of the bounding box"
    }
  }
}
