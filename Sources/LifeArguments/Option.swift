import LifeCore

/// An option of the command `C`: its names, its documentation, and the property it sets.
package struct Option<C> {
  package let declaration: OptionDeclaration
  /// Parses and stores the value; for a flag, whose declaration has no metavariable, an empty one.
  package let store: Store<C>

  package init(declaration: OptionDeclaration, store: @escaping Store<C>) {
    self.declaration = declaration
    self.store = store
  }
}

extension Option {
  /// An option without a value; it may be repeated.
  package static func flag(
    _ names: String..., group: String = "Options", help: String,
    details: String = "",
    sets path: WritableKeyPath<C, Bool>
  ) -> Self {
    Option(
      declaration: OptionDeclaration(names: names, group: group, help: help, details: details),
      store: { (root, _) in root[keyPath: path] = true })
  }

  /// An option with one value. The initial value of the property is the default.
  package static func value<V: ValueParsable>(
    _ names: String..., metavar: String, group: String = "Options", help: String,
    details: String = "",
    completes completion: Completion = V.completion,
    sets path: WritableKeyPath<C, V>
  ) -> Self {
    Option(
      declaration: OptionDeclaration(
        names: names, metavar: metavar, group: group, help: help, details: details,
        completion: completion),
      store: path.setter)
  }

  /// An option that may be given any number of times.
  package static func value<V: ValueParsable>(
    _ names: String..., metavar: String, group: String = "Options", help: String,
    details: String = "",
    completes completion: Completion = V.completion,
    appends path: WritableKeyPath<C, [V]>
  ) -> Self {
    Option(
      declaration: OptionDeclaration(
        names: names, metavar: metavar, group: group, help: help, details: details,
        completion: completion, repeats: true),
      store: path.appender())
  }

  /// The help option of every command. It stores nothing: the parser ends at it, and asks for the
  /// long form after the long name.
  package static var help: Self {
    Option(
      declaration: OptionDeclaration(
        names: ["-h", "--help"], group: "Help",
        help: "Show a summary, or with --help the full text."),
      store: { _, _ in }
    ).rare
  }

  /// `-q` for commands without notes, where it only hides the progress. Scripts may give it to
  /// every command; the help does not list it.
  static var ignoredQuiet: Self {
    Option(
      declaration: OptionDeclaration(names: ["-q", "--quiet"], group: "Report", help: ""),
      store: { _, _ in })
  }

  /// The same option, marked as rarely used: the one-screen help omits it if not all options fit.
  package var rare: Self {
    var declaration = declaration
    declaration.isRare = true
    return Option(declaration: declaration, store: store)
  }

  /// The same option with a range for its number.
  package func within(_ range: ClosedRange<Int>) -> Self {
    Option(declaration: declaration) { (root, argument) throws(ValueError) in
      try store(&root, argument)
      let number = try? Count(argument: argument).value
      guard let number, range.contains(number.int ?? .max) else {
        throw ValueError("expected a number \(Self.text(of: range)), found '\(argument)'")
      }
    }
  }

  private static func text(of range: ClosedRange<Int>) -> String {
    let last = range.upperBound
    if last == .max { return "of at least \(range.lowerBound)" }
    let isPower = last > 1 << 20 && last.nonzeroBitCount == 1
    return "from \(range.lowerBound) to " + (isPower ? "2^\(last.trailingZeroBitCount)" : "\(last)")
  }

  /// The same option for a command with a `C` at `path`, so commands can share options.
  package func inside<Whole>(
    _ path: WritableKeyPath<Whole, C>
  ) -> Option<Whole> {
    Option<Whole>(declaration: declaration) { (whole, argument) throws(ValueError) in
      try store(&whole[keyPath: path], argument)
    }
  }
}

extension Array {
  /// The same options for a command with a `C` at `path`.
  package func inside<C, Whole>(_ path: WritableKeyPath<Whole, C>) -> [Option<Whole>]
  where Element == Option<C> {
    map { $0.inside(path) }
  }
}

extension WritableKeyPath where Value: ValueParsable {
  package var setter: Store<Root> {
    { (root, argument) throws(ValueError) in root[keyPath: self] = try Value(argument: argument) }
  }
}

extension WritableKeyPath {
  package func appender<V: ValueParsable>() -> Store<Root> where Value == [V] {
    { (root, argument) throws(ValueError) in root[keyPath: self].append(try V(argument: argument)) }
  }
}
