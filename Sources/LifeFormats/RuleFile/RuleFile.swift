// Format: https://golly.sourceforge.io/Help/formats.html#rule
package import LifeCore
package import LifeIO

/// A rule file: a transition table or a decision tree, with the colors and names of its states.
///
///      @RULE WireWorld
///      @TABLE                     the transitions (or @TREE)
///      @COLORS                    the colors of the states
///      @NAMES                     the names of the states
///
/// Sections come in any order. The first table or tree is used; sections of other kinds are
/// ignored. A `.table` or `.tree` file has the content of one such section.
package enum RuleFile {
  /// The content of a file, by the extension of its name.
  package enum Content: String, CaseIterable, Sendable {
    case rule
    case table
    case tree
  }

  /// Reads a rule file.
  ///
  /// - Parameter name: the name of the rule: the file's name without its extension.
  /// - Throws: ``ParseError``, ``ReadError``.
  package static func read(
    _ input: ByteReader, name: String, content: Content = .rule,
    options: ReadOptions = ReadOptions()
  ) throws -> RuleTable {
    let reader = RuleFileReader(try LineReader(input, options: options), name: name)
    return try reader.read(content)
  }

  /// Reads only the colors and names of the states of a rule.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  package static func legend(
    _ input: ByteReader, states: Int, form: LegendForm, options: ReadOptions = ReadOptions()
  ) throws -> Legend {
    let reader = RuleFileReader(try LineReader(input, options: options), name: "")
    return try reader.readLegend(form, states: states)
  }

  /// The forms of extra files with the colors and names of states.
  package enum LegendForm: String, Sendable {
    /// A rule file shared by several rules; only its colors and names are used.
    case shared
    /// Lines such as `color = 1 255 0 0`, for a rule in a `.table` or `.tree` file.
    case colors
  }
}

/// Reads the sections of a rule file in one pass.
private final class RuleFileReader {
  private let lines: LineReader
  private let name: String
  private var legend = LegendReader()

  private enum Definition {
    case transitions(Transitions)
    case tree(DecisionTree)
  }

  private var definition: Definition?

  init(_ lines: LineReader, name: String) {
    self.lines = lines
    self.name = name
  }

  func read(_ content: RuleFile.Content) throws -> RuleTable {
    switch content {
    case .rule: break
    case .table: try readSection("@TABLE")
    case .tree: try readSection("@TREE")
    }
    try readSections()
    return try finish()
  }

  /// Reads the rest of the file. Lines outside sections are text about the rule.
  private func readSections(except ignored: [String] = []) throws {
    while try lines.advance() {
      if let title = sectionTitle(), !ignored.contains(title) { try readSection(title) }
    }
  }

  func readLegend(_ form: RuleFile.LegendForm, states: Int) throws -> Legend {
    switch form {
    case .colors:
      while try lines.advance() { legend.readAssignment(lines) }
    case .shared: try readSections(except: ["@TABLE", "@TREE"])
    }
    return legend.finish(states: states)
  }

  /// The title of a section at the current line; `nil` if there is none.
  private func sectionTitle() -> String? {
    let lines = lines
    let line = lines.line.droppingBlanksAtEnd()
    return line.starts(with: "@") ? String(decoding: line.copied(), as: UTF8.self) : nil
  }

  private func readSection(_ title: String) throws {
    switch (title, definition) {
    case ("@TABLE", nil):
      var section = TableSection(lines)
      while try advanceInSection() { try section.readLine() }
      definition = .transitions(try section.finish())
    case ("@TREE", nil):
      var section = TreeSection(lines)
      while try advanceInSection() { try section.readLine() }
      definition = .tree(try section.finish())
    case ("@COLORS", _):
      while try advanceInSection() { legend.readColor(lines) }
    case ("@NAMES", _):
      while try advanceInSection() { legend.readName(lines) }
    default:
      break
    }
  }

  /// Moves to the next line of the section. Returns `false` at its end.
  private func advanceInSection() throws -> Bool {
    guard let first = try lines.peekAfterLine(), first != UInt8(ascii: "@") else { return false }
    return try lines.advance()
  }

  private func finish() throws -> RuleTable {
    do throws(RuleTableError) {
      switch definition {
      case .transitions(let transitions):
        return try RuleTable(
          name: name, transitions, legend: legend.finish(states: transitions.states))
      case .tree(let tree):
        return try RuleTable(name: name, tree, legend: legend.finish(states: tree.states))
      case nil:
        throw RuleTableError("expected @TABLE or @TREE in the rule file; it has neither")
      }
    } catch {
      throw lines.error(Message(error.message), at: nil)
    }
  }
}
