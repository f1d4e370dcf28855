import LifeCore
import LifeFormats
import LifeIO

/// A function that must neither trap nor hang, whatever bytes it gets, and the laws that it keeps.
struct FuzzTarget: Sendable {
  let name: String
  let test: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] =
    Format.allCases.map { format in
      FuzzTarget(name: format.rawValue) { read($0, as: format) }
    } + [
      FuzzTarget(name: "detect") { read($0, as: nil) },
      FuzzTarget(name: "split", test: split),
      FuzzTarget(name: "rulestring", test: rulestring),
      FuzzTarget(name: "rulefile", test: ruleFile),
      FuzzTarget(name: "zip", test: zip),
      FuzzTarget(name: "gzip", test: gzip),
      FuzzTarget(name: "options", test: options),
      FuzzTarget(name: "checkpoint", test: checkpoint),
    ]
}

/// How much an input may ask for: as little as shows everything, so that most are over in a tenth
/// of a millisecond. Two lengths of sixty-four may ask for more.
private struct Room {
  private(set) var limits = Limits()
  /// The most cells, and the largest box, that are written and read again.
  let cells: Int
  let area: Int

  init(_ bytes: [UInt8]) {
    let isWide = bytes.count % 64 >= 62
    (cells, area) = isWide ? (20_000, 1 << 20) : (2000, 1 << 14)
    limits.expandedBytes = isWide ? 1 << 22 : 1 << 15
    limits.tokenBytes = isWide ? 1 << 20 : 1 << 14
    limits.cellBytes = 1 << 20
    limits.cellExpansion = Limits.Allowance(first: isWide ? 1 << 20 : 1 << 13, forEach: 16)
  }

  func holds(_ pattern: Pattern) -> Bool {
    guard pattern.population < BigInt(cells) else { return false }
    guard let bounds = pattern.bounds else { return true }
    return bounds.width * bounds.height < BigInt(area)
  }
}

private func reading(_ bytes: [UInt8]) -> ReadOptions {
  var options = ReadOptions()
  options.limits = Room(bytes).limits
  // The length picks the mode, so that both are tried and a file is a whole case.
  options.isLenient = bytes.count % 2 == 1
  options.findRule = { _ in .missing(places: []) }
  return options
}

// MARK: - Patterns

/// Reads; what was read is written in the formats that hold it, read again, and the same.
private func read(_ bytes: [UInt8], as format: Format?) {
  do {
    let room = Room(bytes)
    let reader = try ByteReader(bytes, name: "fuzz", limits: room.limits)
    let (pattern, found) = try Format.read(reader, as: format, reading(bytes))
    guard room.holds(pattern) else { return }
    if found.type.isWritten { try roundTrip(pattern, found) }
    guard format == nil else { return }
    // All together take ten times as long as reading; whatever changes in the input picks others.
    let pick = Int(bytes.reduce(0, &+)) % 4
    for (index, other) in Format.written.enumerated() where index % 4 == pick {
      try roundTrip(pattern, other)
    }
  } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
  }
}

private func roundTrip(_ pattern: Pattern, _ format: Format) throws {
  guard (try? format.check(pattern)) != nil, let bytes = try? written(pattern, format) else {
    return
  }
  let reader = try ByteReader(bytes, name: "again")
  guard let again = try? Format.read(reader, as: format, ReadOptions()).pattern else {
    preconditionFailure("what \(format) wrote is not read")
  }
  let isSame =
    format.type.holds.contains(.position)
    ? again.hasSameCells(as: pattern) : again.population == pattern.population
  precondition(isSame, "\(format) lost cells")
  precondition(
    !format.type.holds.contains(.rule) || again.rulestring == pattern.rulestring,
    "\(format) made \(pattern.rulestring) \(again.rulestring)")
  let twice = try written(again, format)
  precondition(twice == bytes, "\(format) does not write what it read")
}

private func written(_ pattern: Pattern, _ format: Format) throws -> [UInt8] {
  let sink = MemorySink()
  let writer = ByteWriter(sink)
  try format.write(pattern, to: writer)
  try writer.finish()
  return sink.bytes
}

private func split(_ bytes: [UInt8]) {
  do {
    let reader = try ByteReader(bytes, name: "fuzz", limits: Room(bytes).limits)
    var population: BigInt = 0
    try Format.readEach(reader, reading(bytes)) { pattern, _ in population += pattern.population }
  } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
  }
}

// MARK: - Rules

private func rulestring(_ bytes: [UInt8]) {
  do throws(RuleError) {
    let rule = try RuleAndUniverse(parsing: bytes)
    let spelled = rule.rule.canonical + (rule.universe?.suffix ?? "")
    guard let again = try? RuleAndUniverse(parsing: Array(spelled.utf8)) else {
      preconditionFailure("\(spelled) is canonical and not read")
    }
    precondition(again.rule == rule.rule, "\(spelled) means another rule")
    precondition(
      (again.universe ?? .plane) == (rule.universe ?? .plane), "\(spelled) is another universe")
  } catch {
    precondition(!error.message.isEmpty, "an error without words")
    let place = error.range
    precondition(place.lowerBound >= 0 && place.upperBound <= bytes.count + 1, "blames nothing")
  }
}

private func ruleFile(_ bytes: [UInt8]) {
  do {
    let form = RuleFile.Form.allCases[bytes.count % RuleFile.Form.allCases.count]
    let reader = try ByteReader(bytes, name: "fuzz.rule", limits: Room(bytes).limits)
    _ = try RuleFile.read(reader, name: "fuzz", form: form, reading(bytes))
  } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
  }
}

// MARK: - Containers

private func drain(_ reader: ByteReader) throws {
  repeat { reader.consume(reader.available.count) } while try reader.fill()
}

private func gzip(_ bytes: [UInt8]) {
  do { try drain(ByteReader(bytes, name: "fuzz.gz", limits: Room(bytes).limits)) } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
  }
}

private func zip(_ bytes: [UInt8]) {
  let limits = Room(bytes).limits
  guard let archive = try? ZipArchive(bytes, name: "fuzz.zip", limits: limits) else { return }
  for member in archive.members.prefix(20) {
    do { try drain(archive.open(member)) } catch {
      precondition(!"\(error)".isEmpty, "an error without words")
    }
  }
}

// MARK: - The command line

nonisolated(unsafe) private let commands = [
  AnyCommand(RunCommand.self, group: ""), AnyCommand(ShowCommand.self, group: ""),
  AnyCommand(ConvertCommand.self, group: ""), AnyCommand(PasteCommand.self, group: ""),
  AnyCommand(DiffCommand.self, group: ""), AnyCommand(InfoCommand.self, group: ""),
  AnyCommand(RuleCommand.self, group: ""), AnyCommand(CheckCommand.self, group: ""),
  AnyCommand(ResumeCommand.self, group: ""), AnyCommand(FormatsCommand.self, group: ""),
  AnyCommand(BenchCommand.self, group: ""),
]

/// The first byte picks the command; each line is a word. Nothing is run.
private func options(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let words = bytes.dropFirst().split(separator: 0x0a, omittingEmptySubsequences: false)
  do throws(UsageError) {
    let command = unsafe commands[Int(first) % commands.count]
    _ = try command.parse(words.map { Argument(bytes: Array($0)) })
  } catch {
    let report = error.report(from: "life", usage: "life", help: "life help")
    precondition(!report.isEmpty, "an error without words")
  }
}

// MARK: - Checkpoints

/// What stands in front of a checkpoint's state: its kind and version.
private let seal = Array("life-checkpoint\n".utf8) + [2, 0, 0, 0]

/// A checkpoint as it is, or the state and the cells of one, which get the checksum that is right:
/// no mutation would find it.
private func checkpoint(_ bytes: [UInt8]) {
  let file = bytes.starts(with: seal.prefix(16)) ? bytes : sealed(bytes)
  do {
    let limits = Room(bytes).limits
    var options = ReadOptions()
    options.limits = limits
    let (checkpoint, pattern) = try Checkpoint.read(options) {
      try ByteReader(file, name: "fuzz.life", limits: limits)
    }
    _ = try pattern.rule.fitted(pattern.universe)
    _ = try CommandParser(RunCommand()).parse(checkpoint.words)
  } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
  }
}

private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var sum = CRC32()
  sum.add(bytes, bytes.count)
  return seal + (0..<4).map { UInt8(truncatingIfNeeded: sum.value >> (8 * $0)) } + bytes
}
