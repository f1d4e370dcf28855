import LifeArguments
import LifeCore
import LifeRender
import LifeRun

// Declares the options for edits, and parses their values.

extension PatternEdits {
  static var options: [Option<PatternEdits>] {
    [
      .edit(
        "--crop",
        help: "Move the corner of the bounding box to (0, 0); blocks and triangles keep its parity."
      ) { .crop },
      .edit("--cut", metavar: "X,Y,WxH", help: "Keep only the cells in this rectangle.") {
        (box: Bounds) in .cut(box)
      },
      .edit("--shift", metavar: "X,Y", help: "Move X cells east and Y south.") {
        (by: Position) in .shift(by)
      },
      .edit(
        "--rotate", metavar: "ANGLE",
        help: "Rotate clockwise by ANGLE degrees, or counterclockwise if it is negative."
      ) {
        (turn: Turn) in .turn(turn.orientation)
      },
      .edit(
        "--flip", metavar: "AXIS",
        help: "Mirror in x (exchange west and east) or in y (north and south)."
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

extension Option where C == PatternEdits {
  /// An option without a value; it appends an edit.
  fileprivate static func edit(
    _ name: String, help: String, _ make: @escaping () -> PatternEdits.Edit
  ) -> Self {
    Option(
      declaration: OptionDeclaration(names: [name], group: "Edit, in the order given", help: help),
      store: { (editing, _) in editing.edits.append(make()) })
  }

  /// An option with a value; it appends an edit.
  fileprivate static func edit<V: ValueParsable>(
    _ name: String, metavar: String, help: String, _ make: @escaping (V) -> PatternEdits.Edit
  ) -> Self {
    Option(
      declaration: OptionDeclaration(
        names: [name], metavar: metavar, group: "Edit, in the order given", help: help,
        completion: V.completion, repeats: true),
      store: { (editing, argument) throws(ValueError) in
        editing.edits.append(make(try V(argument: argument)))
      })
  }
}

/// The coordinate that mirroring negates: x exchanges west and east, y north and south.
enum MirrorAxis: String, Choice {
  case x, y

  var orientation: Orientation { self == .x ? .mirroredX : .mirroredY }
}

/// An angle, clockwise. -90 is read as 270.
enum Turn: String, Choice {
  case none = "0"
  case quarter = "90"
  case half = "180"
  case threeQuarters = "270"

  private static let negative = ["-90": threeQuarters, "-180": half, "-270": quarter]

  init(argument: Argument) throws(ValueError) {
    guard let turn = Self.negative[argument.text] ?? Self(rawValue: argument.text) else {
      throw ValueError(argument, isNotOneOf: Self.completion.choices)
    }
    self = turn
  }

  var orientation: Orientation {
    switch self {
    case .none: .identity
    case .quarter: .rotated90
    case .half: .rotated180
    case .threeQuarters: .rotated270
    }
  }
}

/// A rectangle as typed, like that of `--view`.
extension Bounds: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    guard case .window(let box)? = try? ViewChoice(argument: argument) else {
      throw ValueError("expected a rectangle such as -10,-10,40x20 (left, top, width x height)")
    }
    self = box
  }
}

/// A position or a displacement as typed: `X,Y`, of any size.
extension Position: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, let x = BigInt(decimal: parts[0]), let y = BigInt(decimal: parts[1])
    else {
      throw ValueError("expected two whole numbers such as -10,5, found '\(argument)'")
    }
    self.init(x: x, y: y)
  }
}
