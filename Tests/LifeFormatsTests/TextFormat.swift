import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Reading and writing one text format in memory.
struct TextFormat {
  let format: Format
  var options = ReadOptions()

  init(_ format: Format) { self.format = format }

  static var apgcode: Self { Self(.apgcode) }
  static var json: Self { Self(.json) }
  static var life105: Self { Self(.life105) }
  static var life106: Self { Self(.life106) }
  static var macrocell: Self { Self(.macrocell) }
  static var mcell: Self { Self(.mcell) }
  static var plaintext: Self { Self(.plaintext) }
  static var rle: Self { Self(.rle) }

  var lenient: Self {
    var lenient = self
    lenient.options.isLenient = true
    return lenient
  }

  func read(_ text: String) throws -> Pattern { try read(Array(text.utf8)) }

  func read(_ bytes: [UInt8]) throws -> Pattern {
    try format.type.read(ByteReader(bytes, name: "in", limits: options.limits), options: options)
  }

  func warnings(_ text: String) throws -> [String] {
    var format = self
    nonisolated(unsafe) var warnings: [String] = []
    format.options.warn = { warning in
      let place = warning.place.map { "\($0.line):\($0.column): " } ?? ""
      warnings.append(place + "\(warning.message)")
    }
    _ = try format.read(text)
    return warnings
  }

  /// The complaint of the reader. Returns `nil` if there is none.
  func complaint(_ text: String) -> String? { complaint(Array(text.utf8)) }

  func complaint(_ bytes: [UInt8]) -> String? { errorText { _ = try read(bytes) } }

  /// Expects a complaint about a place, with its line and a caret below its column.
  func expectComplaint(
    about text: String, at place: String, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = complaint(text)?.split(separator: "\n") ?? []
    #expect(
      said.first.map(String.init) == "in:\(place): \(message)", sourceLocation: sourceLocation)
    guard said.count == 3 else {
      return #expect(said.count == 3, sourceLocation: sourceLocation)
    }
    // The caret stands below the column, behind a margin of the line number and a bar; the mark
    // before the first line is shown and is not a column.
    let shift = text.hasPrefix("\u{feff}") && place.hasPrefix("1:") ? 1 : 0
    let column = place.split(separator: ":").last.flatMap { Int($0) } ?? 0
    #expect(said[2].count == "  1 | ".count + column + shift, sourceLocation: sourceLocation)
  }

  func written(_ pattern: Pattern) throws -> [UInt8] {
    try ByteWriter.bytes { try format.type.write(pattern, to: $0) }
  }

  func text(_ pattern: Pattern) throws -> String {
    String(decoding: try written(pattern), as: UTF8.self)
  }
}

extension Pattern {
  /// The cells as rows from (0, 0) on, for example `.O/..O/OOO`.
  var picture: String {
    guard let box = cells.bounds else { return "" }
    return (0..<box.endY).map { y in
      let row = (0..<box.endX).map { cells[Cell(x: $0, y: y)] ? "O" : "." }.joined()
      return String(row.reversed().drop { $0 == "." }.reversed())
    }.joined(separator: "/")
  }

  /// The absolute positions of the cells, for example `-1,0 5,7`.
  var list: String {
    var list: [String] = []
    cells.forEachRun { run in
      for x in run.x..<run.x + run.length {
        list.append("\(origin.x + x),\(origin.y + run.y)")
      }
    }
    return list.joined(separator: " ")
  }

  /// The notes, for example `name: Glider`.
  var remarks: [String] { notes.map { "\($0.kind): \(String(decoding: $0.text, as: UTF8.self))" } }

  init(_ cells: [Cell]) { self.init(cells: Cells(alive: cells)) }

  /// A random pattern of any density and corner; its size is near a word edge.
  static func random(seed: Int) -> Pattern {
    var random = Seeded(seed)
    let sizes = [0, 1, 2, 7, 8, 9, 63, 64, 65, 79, 80, 81, 127, 128, 129, 200]
    let width = sizes[random.below(sizes.count)]
    let height = sizes[random.below(12)]
    let rarity = [1, 2, 3, 20, 200][random.below(5)]
    let corner = Cell(x: random.below(300) - 150, y: random.below(300) - 150)
    var cells: [Cell] = []
    for y in 0..<height {
      for x in 0..<width where random.below(rarity) == 0 {
        cells.append(Cell(x: corner.x + x, y: corner.y + y))
      }
    }
    return Pattern(cells)
  }

  /// Notes of every kind with similar texts.
  static func randomNotes(_ random: inout Seeded) -> [Note] {
    let texts = [
      "", " ", "Glider", "Name: x", " Name:", "Author: é", "!", "#P 1 2", " \t", ".",
      "#CXRLE Pos=1,1", "[code]", "```", "#R B36/S23", "x = 1, y = 1", "$$", "  two  ", "\u{1}",
      "bo$2bo$3o!", "[M2]", "#Life 1.05", "{}", "[/code]",
    ]
    return (0..<random.below(4)).map { _ in
      let kind = [NoteKind.name, .author, .comment][random.below(3)]
      return Note(kind, text: Array(texts[random.below(texts.count)].utf8))
    }
  }
}

/// The bytes after a few random mutations: truncated, removed, repeated or inserted.
func mutated(_ bytes: [UInt8], by random: inout Seeded) -> [UInt8] {
  var bytes = bytes
  let interesting = Array("0123456789-+.*Oo!#P$ \t\r\n\u{0}x\u{feff}99999999999999999999".utf8)
  for _ in 0...random.below(3) {
    let at = random.below(bytes.count + 1)
    let end = min(bytes.count, at + random.below(9))
    switch random.below(5) {
    case 0: bytes.removeSubrange(at...)
    case 1: bytes.removeSubrange(at..<end)
    case 2: bytes.insert(contentsOf: bytes[at..<end], at: random.below(bytes.count + 1))
    case 3: bytes.insert(UInt8(random.below(256)), at: at)
    default: bytes.insert(interesting[random.below(interesting.count)], at: at)
    }
  }
  return bytes
}

/// Random text of few characters, so much of it has a meaning.
func randomText(of alphabet: String, count: Int, by random: inout Seeded) -> [UInt8] {
  let bytes = Array(alphabet.utf8)
  return (0..<random.below(count)).map { _ in bytes[random.below(bytes.count)] }
}

/// Expects at least a tenth of the files to be valid, and a tenth invalid. Otherwise a law about
/// random files would say little.
func expectBoth(_ files: [[UInt8]], _ isValid: ([UInt8]) -> Bool) {
  let valid = files.count { isValid($0) }
  #expect(valid >= files.count / 10)
  #expect(files.count - valid >= files.count / 10)
}

/// The message about a rule that is refused.
func refusal(of rule: String) -> String {
  do throws(RuleError) {
    _ = try RuleAndUniverse(parsing: rule.utf8)
    return "none"
  } catch {
    return "\(error.message)"
  }
}
