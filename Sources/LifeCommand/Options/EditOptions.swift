import LifeArguments
import LifeCore
import LifeRun

/// The edit options as typed.
struct EditOptions {
  var edits = PatternEdits()

  static var options: [Option<EditOptions>] {
    [
      .edit("--crop", help: "Move the corner of the bounding box to (0, 0).") { .crop },
      .edit("--shift", metavar: "X,Y", help: "Move X cells east and Y south.") {
        (by: CoordinatePair) in .shift(x: by.x, y: by.y)
      },
      .edit("--rotate", metavar: "ANGLE", help: "Rotate clockwise by ANGLE degrees.") {
        (turn: Turn) in .turn(turn.orientation)
      },
      .edit(
        "--flip", metavar: "AXIS", help: "Mirror: exchange west and east, or north and south."
      ) {
        (axis: MirrorAxis) in .turn(axis.orientation)
      },
      .edit("--transpose", help: "Exchange rows and columns.") { .turn(.transposed) },
      .edit(
        "--to-rule", metavar: "RULE",
        help: "Convert to another rule and map the states (--rule only replaces the rule)."
      ) { (rule: TypedRule) in .rule { try rule.parsed($0, named: "--to-rule") } },
    ]
  }
}

extension Option where C == EditOptions {
  /// An option without a value that appends an edit.
  fileprivate static func edit(
    _ name: String, help: String, _ make: @escaping () -> PatternEdits.Edit
  ) -> Self {
    Option(
      declaration: OptionDeclaration(names: [name], group: "Edit, in the order given", help: help),
      action: .flag { $0.edits.edits.append(make()) })
  }

  /// An option with a value that appends an edit.
  fileprivate static func edit<V: ValueParsable>(
    _ name: String, metavar: String, help: String, _ make: @escaping (V) -> PatternEdits.Edit
  ) -> Self {
    Option(
      declaration: OptionDeclaration(
        names: [name], metavar: metavar, group: "Edit, in the order given", help: help,
        completion: V.completion, repeats: true),
      action: .value { (editing, argument) throws(ValueError) in
        editing.edits.edits.append(make(try V(argument: argument)))
      })
  }
}
