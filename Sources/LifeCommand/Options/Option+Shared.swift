import LifeAnalysis
import LifeArguments
import LifeIO

/// Declares the options of several commands: their names, metavariables and completions. Each
/// command adds its own help.
extension Option {
  static func rule(
    group: String, help: String, sets path: WritableKeyPath<C, TypedRule?>
  ) -> Self {
    .value("-r", "--rule", metavar: "RULE", group: group, help: help, sets: path)
  }

  static func ruleFolders(
    group: String = "Input", appends path: WritableKeyPath<C, [Path]>
  ) -> Self {
    .value(
      "--rules", metavar: "DIR", group: group,
      help: "Also search DIR for rule files; may be repeated.", completes: .directory,
      appends: path
    ).rare
  }

  static func seed(
    group: String, textThat effect: String, sets path: WritableKeyPath<C, String>
  ) -> Self {
    .value(
      "--seed", metavar: "S", group: group, help: "Text that \(effect) (default 0).", sets: path)
  }

  static func symmetry<V: ValueParsable>(
    group: String, help: String, sets path: WritableKeyPath<C, V>
  ) -> Self {
    .value(
      "--symmetry", metavar: "SYM", group: group, help: help,
      details: """
        The shapes are \(SoupSymmetry.all.filter { !$0.isInflated }.map(\.description)
          .joined(separator: ", ")). C2 and C4 are rotated by 180 and 90 degrees; D2, D4 and D8 \
        have one, two and four mirror lines; C1 and the rectangles have no symmetry. The prefix i \
        inflates each cell to 2 x 2 cells.
        """, sets: path)
  }

  static func memory(
    group: String, help: String = "Memory limit, such as 300M or 2G (default: 3/4 of RAM).",
    sets path: WritableKeyPath<C, ByteCount?>
  ) -> Self {
    .value("--max-memory", metavar: "BYTES", group: group, help: help, sets: path).rare
  }

  static func threads(
    group: String = "Options", help: String, sets path: WritableKeyPath<C, Int?>
  ) -> Self {
    .value("-t", "--threads", metavar: "T", group: group, help: help, sets: path)
      .within(1...1024).rare
  }

  static func digest(help: String, sets path: WritableKeyPath<C, Bool>) -> Self {
    .flag(
      "--digest", group: "Report", help: help,
      details: """
        It is of the live cells and their states alone, whatever their position, rule, universe \
        and generation.
        """, sets: path
    ).rare
  }

  static func time(
    group: String, help: String, details: String = "",
    sets path: WritableKeyPath<C, TimeSpan?>
  ) -> Self {
    .value(
      "--max-time", metavar: "TIME", group: group, help: help, details: details, sets: path)
  }
}

extension Operands {
  /// Patterns of any kind.
  static func patterns(appends path: WritableKeyPath<C, [Path]>) -> Self {
    .many(
      "PATTERN", help: "A file, - or the name of a pattern.", completes: .pattern, appends: path)
  }
}
