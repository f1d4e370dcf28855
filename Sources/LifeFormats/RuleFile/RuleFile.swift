// Format: https://golly.sourceforge.io/Help/formats.html#rule
package import LifeCore
package import LifeIO

/// A rule written down as a table of transitions or a tree of decisions.
///
///      @RULE WireWorld
///      @TABLE                     the transitions (or @TREE)
///      @COLORS                    how states look
///      @NAMES                     what states are called
///
/// Sections may come in any order; of two rules the first counts, and sections of other kinds are
/// passed over. A `.table` or `.tree` file is such a section alone.
package struct RuleFile: Sendable {
  package let table: RuleTable

  /// What a file holds, by the ending of its name.
  package enum Form: String, CaseIterable, Sendable {
    case rule
    case table
    case tree
  }

  /// Reads a whole rule file.
  ///
  /// - Parameter name: the rule's name, which is that of the file.
  /// - Throws: ``ParseError`` or ``ReadError``.
  package static func read(
    _ input: ByteReader, name: String, form: Form = .rule, _ options: ReadOptions = ReadOptions()
  ) throws -> RuleFile {
    let reader = RuleFileReader(try LineReader(input, options), name: name)
    return RuleFile(table: try reader.read(form))
  }

  /// Reads nothing but how the states of a rule look and what they are called.
  ///
  /// - Throws: ``ParseError`` or ``ReadError``.
  package static func legend(
    _ input: ByteReader, states: Int, form: LegendForm, _ options: ReadOptions = ReadOptions()
  ) throws -> Legend {
    let reader = RuleFileReader(try LineReader(input, options), name: "")
    return try reader.readLegend(form, states: states)
  }

  /// The files that tell what another one leaves out.
  package enum LegendForm: Sendable {
    /// A rule file for several rules, of which nothing else counts.
    case shared
    /// Lines such as `color = 1 255 0 0`, for a rule that is a `.table` or a `.tree`.
    case colors
  }

  /// How much text a rule file may have.
  package static let mostBytes = 1 << 26
}

/// Reads the sections of one file.
private final class RuleFileReader {
  private let lines: LineReader
  private let name: String
  private var legend = LegendReader()

  private enum Law {
    case transitions(Transitions)
    case tree(DecisionTree)
  }

  private var law: Law?

  init(_ lines: LineReader, name: String) {
    self.lines = lines
    self.name = name
  }

  func read(_ form: RuleFile.Form) throws -> RuleTable {
    switch form {
    case .rule: break
    case .table: try readSection("@TABLE")
    case .tree: try readSection("@TREE")
    }
    while try lines.peek() != nil {
      // A line that begins no section is text about the rule.
      _ = try lines.advance()
      if let title = sectionTitle() { try readSection(title) }
    }
    return try finish()
  }

  func readLegend(_ form: RuleFile.LegendForm, states: Int) throws -> Legend {
    switch form {
    case .colors:
      while try lines.advance() { legend.readAssignment(lines) }
    case .shared:
      while try lines.peek() != nil {
        _ = try lines.advance()
        if let title = sectionTitle(), !["@TABLE", "@TREE"].contains(title) {
          try readSection(title)
        }
      }
    }
    return legend.finish(states: states)
  }

  /// The title of the section that the current line begins.
  private func sectionTitle() -> String? {
    let lines = lines
    var line = lines.line.copied()
    guard line.first == UInt8(ascii: "@") else { return nil }
    while let last = line.last, Byte.isBlank(last) { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private func readSection(_ title: String) throws {
    switch (title, law) {
    case ("@TABLE", nil):
      var section = TableSection(lines)
      while try advanceInSection() { try section.readLine() }
      law = .transitions(try section.finish())
    case ("@TREE", nil):
      var section = TreeSection(lines)
      while try advanceInSection() { try section.readLine() }
      law = .tree(try section.finish())
    case ("@COLORS", _):
      while try advanceInSection() { legend.readColour(lines) }
    case ("@NAMES", _):
      while try advanceInSection() { legend.readName(lines) }
    default:
      break
    }
  }

  /// Moves to the next line of a section; false if another section or nothing follows.
  private func advanceInSection() throws -> Bool {
    guard let first = try lines.peek(), first != UInt8(ascii: "@") else { return false }
    return try lines.advance()
  }

  private func finish() throws -> RuleTable {
    do throws(RuleTableError) {
      switch law {
      case .transitions(let transitions):
        return try RuleTable(
          name: name, transitions, legend: legend.finish(states: transitions.states))
      case .tree(let tree):
        return try RuleTable(name: name, tree, legend: legend.finish(states: tree.states))
      case nil:
        throw RuleTableError("no @TABLE and no @TREE; a rule file has one of them")
      }
    } catch {
      throw ParseError(error.message, in: lines.input.path)
    }
  }
}
