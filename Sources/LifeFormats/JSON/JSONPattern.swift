// Format: https://www.rfc-editor.org/rfc/rfc8259
package import LifeCore
package import LifeIO

/// JSON: an object with the live cells and members as in the output of `life info --json`.
///
///      {"rule":"B3/S23","universe":"plane","generation":0,"names":["Glider"],
///      "cells":[[1,0],[2,1],[0,2],[1,2],[2,2]]}
///
/// A cell is `[x,y]` or `[x,y,state]`; x grows east and y south. All members but the cells are
/// optional, in any order; an array of cells alone is also a pattern, and so is a matrix of states
/// with more than two columns.
package enum JSONPattern: PatternFormat {
  package static let name = "json"
  package static let summary = "an object with rule, notes and cells as [x,y] or [x,y,state]"
  package static let extensions = ["json"]
  package static let capabilities: FormatCapabilities = [
    .rule, .universe, .position, .generation, .comments, .name, .states,
  ]

  package static var streamsTrees: Bool { true }

  /// Whether the file begins with an object, or with an array in an array.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let start = prefix.starts(with: "\u{feff}") ? 3 : 0
    let text = prefix.extracting(start...).copied().filter { !Byte.isWhitespace($0) }
    let second = text.count > 1 ? text[1] : 0
    switch text.first {
    case UInt8(ascii: "{"): return "\"}".utf8.contains(second)
    case UInt8(ascii: "["): return "[]".utf8.contains(second)
    default: return false
    }
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let scanner = try JSONScanner(LineReader(input, options: options))
    let reader = JSONPatternReader(scanner)
    let pattern = try reader.read()
    if try scanner.next() != nil {
      guard options.isLenient else {
        throw scanner.lines.unexpected(expected: "the end of the file (--split reads all patterns)")
      }
      scanner.lines.warn("more follows the pattern; only the first is read without --split")
    }
    return pattern
  }
}

extension JSONPattern: SplittingFormat {
  package static func readEach(
    _ input: ByteReader, options: ReadOptions, body: (Pattern) throws -> Void
  ) throws {
    let scanner = try JSONScanner(LineReader(input, options: options))
    while try scanner.next() != nil {
      let reader = JSONPatternReader(scanner)
      try body(reader.read())
    }
  }
}

/// Reads one pattern member by member.
private final class JSONPatternReader {
  private let scanner: JSONScanner
  private var lines: LineReader { scanner.lines }
  private var cells: CellRunCollector
  private var placement = CellPlacement()
  private var rule: RuleAndUniverse?
  private var universe: Universe?
  private var generation: BigInt = 0
  private var notes = NoteCollector()
  private var hasCells = false

  /// More than the longest rulestring, one with a MAP of all neighborhoods.
  private static let longestRule = 1 << 16

  init(_ scanner: JSONScanner) {
    self.scanner = scanner
    cells = CellRunCollector(scanner.lines)
  }

  func read() throws -> Pattern {
    if try scanner.next() == UInt8(ascii: "[") {
      try readCellsOrMatrix()
    } else {
      try scanner.expect("{")
      try readMembers()
    }
    var pattern = Pattern(cells: try cells.finish())
    pattern.position = placement.origin
    pattern.generation = generation
    pattern.statedRule = rule?.rule
    pattern.universe = universe ?? rule?.universe ?? .plane
    pattern.notes = notes.notes
    return pattern
  }

  private func readMembers() throws {
    if try scanner.take("}") { throw noCells }
    repeat {
      guard try scanner.next() == UInt8(ascii: "\"") else {
        throw lines.unexpected(expected: "the name of a member")
      }
      let place = lines.location()
      let key = String(decoding: try scanner.string(upTo: 256), as: UTF8.self)
      try scanner.expect(":")
      try readMember(key, at: place)
    } while try scanner.take(",")
    try scanner.expect("}")
    guard hasCells else { throw noCells }
  }

  private var noCells: ParseError {
    lines.error("expected a member \"cells\" in the object; it has none")
  }

  private func readMember(_ key: String, at place: TextLocation) throws {
    guard key != "cells" || !hasCells else { throw error("\"cells\" is given twice", at: place) }
    switch key {
    case "cells": try readCells()
    case "rule": rule = try readText { try lines.options.rule(parsing: $0) }
    case "universe": universe = try readText { try Universe(parsing: $0) }
    case "generation":
      _ = try scanner.next()
      let start = lines.location()
      generation = try scanner.integer("a generation")
      guard generation >= 0 else { throw error("expected a generation from 0 on", at: start) }
    case "name", "names": try readNotes(.name)
    case "author", "authors": try readNotes(.author)
    case "comment", "comments": try readNotes(.comment)
    case "trailer": try readNotes(.trailer)
    // Members of `life info --json` that follow from the others.
    case "pattern", "format", "population", "bounds", "complement", "cells_digest":
      try scanner.skipValue()
    default:
      lines.options.warn(Warning("unknown member \"\(Path(key))\" ignored", at: place))
      try scanner.skipValue()
    }
  }

  private func error(_ message: String, at place: TextLocation) -> ParseError {
    ParseError(message, in: lines.input.path, at: place)
  }

  private func readText<Value>(_ parse: ([UInt8]) throws -> Value) throws -> Value {
    guard try scanner.next() == UInt8(ascii: "\"") else {
      throw lines.unexpected(expected: "a string")
    }
    let place = lines.location()
    let text = try scanner.string(upTo: Self.longestRule)
    do {
      return try parse(text)
    } catch let error as RuleError {
      throw self.error(error.message, at: place)
    }
  }

  /// Reads a string, or an array of them.
  private func readNotes(_ kind: Pattern.NoteKind) throws {
    guard try scanner.take("[") else { return try readNote(kind) }
    if try scanner.take("]") { return }
    repeat { try readNote(kind) } while try scanner.take(",")
    try scanner.expect("]")
  }

  private func readNote(_ kind: Pattern.NoteKind) throws {
    let text = try scanner.string(upTo: lines.options.limits.noteBytes)
    try notes.add(kind, text: text.span, from: lines)
  }

  private func readCells() throws {
    hasCells = true
    try scanner.expect("[")
    if try scanner.take("]") { return }
    repeat { try readCell() } while try scanner.take(",")
    try scanner.expect("]")
  }

  /// Reads an array of cells, or of rows of states: the length of the first row decides.
  ///
  /// Rows of three are cells, but a dead cell with coordinates 0 and 1 is a row of a matrix.
  private func readCellsOrMatrix() throws {
    hasCells = true
    try scanner.expect("[")
    if try scanner.take("]") { return }
    var firstWidth: Int?
    var y = 0
    // The rows so far if they may be cells or a matrix; nil as soon as that is settled.
    var ambiguous: [[BigInt]]? = []
    repeat {
      let row = try readRow()
      let width = firstWidth ?? row.count
      firstWidth = width
      guard row.count == width || (width <= 3 && row.count <= 3) else {
        throw lines.error("expected \(width) numbers in each row of a matrix, found \(row.count)")
      }
      if width > 3 {
        try add(row: row, y: y)
      } else if let rows = ambiguous, row.count == 3, rows.count < Self.mostAmbiguousRows,
        row.allSatisfy({ $0 == 0 || $0 == 1 })
      {
        ambiguous = rows + [row]
      } else {
        for row in (ambiguous ?? []) + [row] { try add(cell: row) }
        ambiguous = nil
      }
      y += 1
    } while try scanner.take(",")
    try scanner.expect("]")
    guard let rows = ambiguous, !rows.isEmpty else { return }
    guard rows.contains(where: { $0[2] == 0 }) else {
      throw lines.error(
        "rows of three numbers 0 and 1 may be cells or a matrix; write cells as [x,y], and a "
          + "matrix as lines such as 011")
    }
    for (y, row) in rows.enumerated() { try add(row: row, y: y) }
  }

  private static let mostAmbiguousRows = 1 << 16

  /// Reads an array of integers.
  private func readRow() throws -> [BigInt] {
    try scanner.expect("[")
    var row: [BigInt] = []
    repeat {
      let what =
        switch row.count {
        case 0: "the x coordinate of a cell"
        case 1: "the y coordinate of a cell"
        default: "a state"
        }
      row.append(try scanner.integer(what))
      if row.count == 1, try scanner.next() == UInt8(ascii: "]") { try scanner.expect(",") }
    } while try scanner.take(",")
    try scanner.expect("]")
    return row
  }

  private func add(cell: [BigInt]) throws {
    let state = cell.count == 3 ? try self.state(cell[2]) : 1
    if state > 0 { try add(Position(x: cell[0], y: cell[1]), state: state) }
  }

  private func add(row: [BigInt], y: Int) throws {
    for (x, number) in row.enumerated() {
      let state = try state(number)
      if state > 0 { try add(Position(x: BigInt(x), y: BigInt(y)), state: state) }
    }
  }

  private func state(_ number: BigInt) throws -> State {
    guard number >= 0, number <= 255, let state = number.int else {
      throw lines.error("expected a state from 0 to 255, found \(number)")
    }
    return State(state)
  }

  private func readCell() throws {
    try scanner.expect("[")
    let x = try scanner.integer("the x coordinate of a cell")
    try scanner.expect(",")
    let y = try scanner.integer("the y coordinate of a cell")
    let state = try scanner.take(",") ? try readState() : 1
    try scanner.expect("]")
    if state > 0 { try add(Position(x: x, y: y), state: state) }
  }

  private func readState() throws -> State {
    _ = try scanner.next()
    let start = lines.location()
    let number = try scanner.integer("a state")
    guard number >= 0, number <= 255, let state = number.int else {
      throw error("expected a state from 0 to 255", at: start)
    }
    return State(state)
  }

  private func add(_ cell: Position, state: State) throws {
    guard let place = placement.place(cell),
      try cells.add(CellRun(y: place.y, x: place.x, length: 1, state: state))
    else { throw lines.error(cells.complaint) }
  }
}
