import LifeCore
import LifeFormats
import LifeIO

/// What is done to a pattern between reading and writing, in the order in which it was asked for.
struct Editing {
  fileprivate var edits: [Edit] = []

  fileprivate enum Edit {
    case crop
    case shift(Displacement)
    case turn(Orientation)
    case rule(TypedRule)
  }

  static var options: [Option<Editing>] {
    [
      .edit("--crop", help: "Move the corner of the bounding box to (0, 0).") { .crop },
      .edit("--shift", metavar: "X,Y", help: "Move X cells east and Y south.") { .shift($0) },
      .edit("--rotate", metavar: "ANGLE", help: "Turn clockwise by so many degrees.") {
        (turn: Turn) in .turn(turn.orientation)
      },
      .edit("--flip", metavar: "AXIS", help: "Mirror: exchange west and east, or north and south.")
      {
        (axis: Axis) in .turn(axis.orientation)
      },
      .edit("--transpose", help: "Exchange rows and columns.") { .turn(.transposed) },
      .edit(
        "--to-rule", metavar: "RULE",
        help: "Put it under another rule, with states mapped (--rule only replaces)."
      ) { .rule($0) },
    ]
  }

  /// The pattern after all that.
  ///
  /// - Parameter folders: where rule files are looked for.
  func apply(to pattern: Pattern, folders: [Path], _ talk: Talk) throws -> Pattern {
    guard !edits.isEmpty else { return pattern }
    let limit = EngineRoom.usualMemory / 2
    let edited = try edits.reduce(pattern) { pattern, edit in
      switch edit {
      case .crop: return pattern.cropped()
      case .shift(let by): return pattern.shifted(byX: by.x, y: by.y)
      case .turn(let orientation):
        do {
          return try pattern.oriented(orientation, limit: limit)
        } catch let error as CannotTurn {
          throw Failed(.data, "life: \(error)")
        }
      case .rule(let typed):
        var options = ReadOptions()
        let library = RuleLibrary(beside: .standardStream, folders: folders) {
          talk.warn($0, in: $1)
        }
        options.findRule = library.find
        let rule = try typed.parsed(options, named: "--to-rule")
        return try Self.put(pattern, under: rule, limit, talk)
      }
    }
    return try edited.clipped(limit: limit) { talk.say("life convert: warning: \($0)") }
  }

  private static func put(
    _ pattern: Pattern, under target: RuleAndUniverse, _ limit: Int, _ talk: Talk
  ) throws -> Pattern {
    let (old, new) = (pattern.rule, target.rule)
    let isOdd = pattern.generation.isOdd
    guard old.storesComplement(atOdd: isOdd) == new.storesComplement(atOdd: isOdd) else {
      throw Failed(
        .data,
        "life: under \(old.canonical) and under \(new.canonical) a file's cells do not mean the "
          + "same: with B0 they may be the dead ones; --rule takes them as they are")
    }
    let mapping = StateMapping(from: old, to: new)
    do {
      var result = try mapping.apply(to: pattern, new, limit: limit)
      if let universe = target.universe { result.universe = universe }
      if let explanation = mapping.explanation {
        talk.say("life: \(old.canonical) to \(new.canonical): \(explanation)")
      }
      return result
    } catch let found as StateBeyondRule {
      throw Failed(
        .data,
        "life: state \(found.state) of \(old.canonical) means nothing in \(new.canonical), which "
          + "has \(found.states) states")
    }
  }
}

extension Option where C == Editing {
  /// An option without a value that asks for an edit.
  fileprivate static func edit(
    _ name: String, help: String, _ make: @escaping () -> Editing.Edit
  ) -> Self {
    Option(
      declaration: OptionDeclaration(names: [name], group: "Edit, in the order given", help: help),
      action: .flag { $0.edits.append(make()) })
  }

  /// An option with a value that asks for an edit.
  fileprivate static func edit<V: ValueParsable>(
    _ name: String, metavar: String, help: String, _ make: @escaping (V) -> Editing.Edit
  ) -> Self {
    Option(
      declaration: OptionDeclaration(
        names: [name], metavar: metavar, group: "Edit, in the order given", help: help,
        completion: V.completion, repeats: true),
      action: .value { (editing, argument) throws(ValueError) in
        editing.edits.append(make(try V(argument: argument)))
      })
  }
}
