// Format: https://www.rfc-editor.org/rfc/rfc8259
package import LifeCore
package import LifeIO

/// JSON: an object with the live cells and members as in the output of `life info --json`.
///
///      {"rule":"B3/S23","universe":"plane","generation":0,"names":["Glider"],
///      "cells":[[1,0],[2,1],[0,2],[1,2],[2,2]]}
///
/// A cell is `[x,y]`, `[x,y,state]` or `{"x":1,"y":0,"state":2}`; x grows east and y south. All
/// members but the cells are optional, in any order; an array of cells alone is also a pattern.
///
/// Instead of cells there may be a matrix, each row an array of states: `[[0,1,0,0],[1,1,1,0]]`.
/// Rows of two numbers are cells, unless a matrix of them has the stated `width` or `height`. Rows
/// of three are a matrix if a state 0 or a repeated place rules out cells. If both fit, the file is
/// refused.
package enum JSONPattern: PatternFormat {
  package static let summary = "an object with rule, notes and cells as [x,y] or [x,y,state]"
  package static let extensions = ["json"]
  package static let capabilities: FormatCapabilities = [
    .rule, .universe, .position, .generation, .comments, .name, .states,
  ]

  package static var streamsTrees: Bool { true }

  /// Whether the file begins with an object, or with an array of arrays or objects.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let start = prefix.starts(with: "\u{feff}") ? 3 : 0
    let text = prefix.extracting(start...).copied().filter { !Byte.isWhitespace($0) }
    let second = text.count > 1 ? text[1] : 0
    switch text.first {
    case UInt8(ascii: "{"): return "\"}".utf8.contains(second)
    case UInt8(ascii: "["): return "[]{".utf8.contains(second)
    default: return false
    }
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let scanner = try JSONScanner(LineReader(input, options: options))
    let reader = JSONPatternReader(scanner)
    let pattern = try reader.read()
    if try scanner.next() != nil {
      guard options.isLenient else {
        throw scanner.lines.error(
          "expected the end of the file (\(.split) reads all patterns), "
            + "found \(scanner.lines.describe())")
      }
      scanner.lines.warn("more follows the pattern; \(advice: .split)", isLoss: true)
    }
    return pattern
  }
}

extension JSONPattern: MultiPatternFormat {
  package static func readEach(
    _ input: ByteReader, options: ReadOptions, body: (Pattern) throws -> Void
  ) throws {
    let scanner = try JSONScanner(LineReader(input, options: options))
    while try scanner.next() != nil {
      let reader = JSONPatternReader(scanner)
      let pattern: Pattern
      do {
        pattern = try reader.read()
      } catch let error as ParseError {
        return try options.pass(over: error, endIsKnown: false)
      }
      try body(pattern)
    }
  }
}

/// Reads one pattern member by member.
private final class JSONPatternReader {
  private let scanner: JSONScanner
  private var lines: LineReader { scanner.lines }
  private var cells: CellRunCollector
  private var rule: RuleAndUniverse?
  private var universe: Universe?
  private var generation: BigInt = 0
  private var notes = NoteCollector()
  private var hasCells = false
  /// The number of cells added. A repeated cell counts twice.
  private var count = 0
  /// The location of `cells`.
  private var start: TextLocation?
  private var width: BigInt?
  private var height: BigInt?
  /// The rows of the member `cells` while they may be cells or a matrix; `nil` once decided.
  private var held: [[BigInt]]? = []
  /// The number of columns of the matrix; `nil` for cells.
  private var columns: Int?
  /// The number of rows of the matrix so far.
  private var rowCount = 0

  /// The maximum length of a rule, above the longest: a MAP of all neighborhoods.
  private static let maxRuleBytes = 1 << 16

  init(_ scanner: JSONScanner) {
    self.scanner = scanner
    cells = CellRunCollector(scanner.lines)
  }

  func read() throws -> Pattern {
    if try scanner.next() == UInt8(ascii: "[") {
      try readCells()
    } else {
      try scanner.expect("{")
      try readMembers()
    }
    var pattern = Pattern(cells: try finishCells())
    pattern.statedPosition = cells.origin
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
    guard key != "cells" || !hasCells else {
      throw lines.error("\"cells\" is given twice", at: place)
    }
    switch key {
    case "cells": try readCells()
    case "rule": rule = try readText { try lines.options.rule(parsing: $0) }
    case "width": width = try scanner.integer("a width")
    case "height": height = try scanner.integer("a height")
    case "universe": universe = try readText { try Universe(parsing: $0) }
    case "generation":
      _ = try scanner.next()
      let start = lines.location()
      generation = try scanner.integer("a generation")
      guard generation >= 0 else { throw lines.error("expected a generation from 0 on", at: start) }
    case "name", "names": try readNotes(.name)
    case "author", "authors": try readNotes(.author)
    case "comment", "comments": try readNotes(.comment)
    case "trailer": try readNotes(.trailer)
    // Members of `life info --json` derived from the others.
    case "pattern", "format", "population", "bounds", "complement", "cells_digest":
      try scanner.skipValue()
    default:
      lines.options.warn(Warning("unknown member \"\(Path(key))\" ignored", at: place))
      try scanner.skipValue()
    }
  }

  private func readText<Value>(_ parse: ([UInt8]) throws -> Value) throws -> Value {
    guard try scanner.next() == UInt8(ascii: "\"") else {
      throw lines.unexpected(expected: "a string")
    }
    let place = lines.location()
    let text = try scanner.string(upTo: Self.maxRuleBytes)
    do {
      return try parse(text)
    } catch let error as RuleError {
      throw lines.error(error.message, at: place)
    }
  }

  /// Reads a string, or an array of strings.
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
    _ = try scanner.next()
    start = lines.location()
    try scanner.expect("[")
    if try scanner.take("]") { return }
    repeat {
      if try scanner.next() == UInt8(ascii: "{") {
        try settle(asMatrix: false)
        try add(cell: readObject())
      } else {
        try take(row: readRow())
      }
    } while try scanner.take(",")
    try scanner.expect("]")
  }

  private typealias JSONCell = (position: Position, state: State)

  /// Reads `{"x":1,"y":0}`, with a state if it is not 1.
  private func readObject() throws -> JSONCell {
    var numbers: [String: BigInt] = [:]
    try scanner.expect("{")
    repeat {
      let key = String(decoding: try scanner.string(upTo: 256), as: UTF8.self)
      guard ["x", "y", "state"].contains(key) else {
        throw lines.error("a cell has only the members \"x\", \"y\" and \"state\"")
      }
      try scanner.expect(":")
      numbers[key] = try scanner.integer("a number")
    } while try scanner.take(",")
    try scanner.expect("}")
    guard let x = numbers["x"], let y = numbers["y"] else {
      throw lines.error("expected both \"x\" and \"y\" of a cell")
    }
    return (Position(x: x, y: y), try state(numbers["state"] ?? 1))
  }

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

  private func add(cell: JSONCell) throws {
    guard cell.state > 0 else {
      throw lines.error(
        "a cell of state 0; list only live cells, or give a matrix its \"width\" and \"height\"")
    }
    try cells.add(cell.position, state: cell.state)
    count += 1
  }

  private func cell(_ row: [BigInt]) throws -> JSONCell {
    (Position(x: row[0], y: row[1]), row.count == 3 ? try state(row[2]) : 1)
  }

  private func state(_ number: BigInt) throws -> State {
    guard number >= 0, number <= 255, let state = number.int else {
      throw lines.error("expected a state from 0 to 255, found \(number)")
    }
    return State(state)
  }
}

// MARK: - Cells or a matrix

extension JSONPatternReader {
  /// The maximum number of held rows: each row takes more memory than a cell.
  private static let maxHeldRows = 1 << 16

  /// Takes a row of a matrix, or a cell. More than three numbers in the first row mean a matrix.
  private func take(row: [BigInt]) throws {
    let width = columns ?? held?.first?.count ?? row.count
    guard row.count == width || (width <= 3 && row.count <= 3) else {
      throw lines.error("expected \(width) numbers in each row of a matrix, found \(row.count)")
    }
    if width > 3 {
      held = nil
      columns = width
      return try add(row: row)
    }
    guard held != nil else { return try add(cell: cell(row)) }
    held?.append(row)
    let states: ClosedRange<BigInt> = width == 2 ? 0...1 : 0...255
    let isSettled = row.count != width || !row.allSatisfy(states.contains)
    if isSettled || held?.count == Self.maxHeldRows { try settle(asMatrix: false) }
  }

  /// Decides whether the held rows are cells or a matrix.
  private func settle() throws {
    guard let rows = held, let first = rows.first else { return }
    let isDeclared = width != nil || height != nil
    let mayBeMatrix =
      isDeclared
      ? fitsDeclaredSize(columns: first.count, rows: rows.count)
      : first.count == 3 && rows.joined().allSatisfy { $0 <= 1 }
    let isDistinct = Set(rows.map { $0.prefix(2) }).count == rows.count
    let mayBeCells = isDistinct && rows.allSatisfy { $0.count == 2 || $0[2] > 0 }
    guard !mayBeMatrix || !mayBeCells else {
      throw lines.error(
        "\"cells\" may be cells or a matrix; write cells as {\"x\":0,\"y\":1}, or a matrix as a "
          + "text file with lines such as 011", at: start)
    }
    try settle(asMatrix: mayBeMatrix)
  }

  private func settle(asMatrix isMatrix: Bool) throws {
    let rows = held ?? []
    held = nil
    if isMatrix { columns = rows[0].count }
    for row in rows {
      if isMatrix {
        try add(row: row)
      } else {
        try add(cell: cell(row))
      }
    }
  }

  private func add(row: [BigInt]) throws {
    for (x, number) in row.enumerated() {
      let state = try state(number)
      if state > 0 { try add(cell: (Position(x: BigInt(x), y: BigInt(rowCount)), state)) }
    }
    rowCount += 1
  }

  private func fitsDeclaredSize(columns: Int, rows: Int) -> Bool {
    width ?? BigInt(columns) == BigInt(columns) && height ?? BigInt(rows) == BigInt(rows)
  }

  private func finishCells() throws -> Cells {
    try settle()
    let all = try cells.finish()
    guard all.population == count else { throw lines.error("a cell is listed twice", at: start) }
    let box = all.bounds
    let fits =
      if let columns { fitsDeclaredSize(columns: columns, rows: rowCount) } else {
        width ?? BigInt(Int.max) >= BigInt(box?.width ?? 0)
          && height ?? BigInt(Int.max) >= BigInt(box?.height ?? 0)
      }
    guard fits else {
      let size = "\(columns ?? box?.width ?? 0) × \(columns == nil ? box?.height ?? 0 : rowCount)"
      throw lines.error(
        "\"width\" and \"height\" differ from the size of the cells, \(size)", at: start)
    }
    return all
  }
}
