import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// A test function that must neither trap nor hang on any input, and checks the laws of its layer.
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
      FuzzTarget(name: "checkpoint", test: checkpoint),
      FuzzTarget(name: "haul", test: haul),
    ]
}

/// Traps unless an error is one that commands report.
func requireReport(of error: any Error) {
  guard let failure = RunFailure(describing: error), !failure.description.isEmpty else {
    preconditionFailure("an unexpected error: \(error)")
  }
}

/// The limits for one input, low enough that most inputs take a tenth of a millisecond.
///
/// Two of 64 input lengths have higher limits.
private struct InputLimits {
  private(set) var limits = Limits()
  /// The largest population and area of a pattern that is written and read back.
  let cells: Int
  let area: Int

  init(_ bytes: [UInt8]) {
    let isWide = bytes.count % 64 >= 62
    (cells, area) = isWide ? (20_000, 1 << 20) : (2000, 1 << 14)
    limits.expandedBytes = isWide ? 1 << 22 : 1 << 15
    limits.tokenBytes = isWide ? 1 << 20 : 1 << 14
    limits.cellBytes = 1 << 20
    limits.cellExpansion = Limits.Allowance(base: isWide ? 1 << 20 : 1 << 13, perByte: 16)
  }

  func hold(_ pattern: Pattern) -> Bool {
    guard pattern.population < BigInt(cells) else { return false }
    guard let bounds = pattern.bounds else { return true }
    return bounds.width * bounds.height < BigInt(area)
  }
}

private func reading(_ bytes: [UInt8]) -> ReadOptions {
  var options = ReadOptions()
  options.limits = InputLimits(bytes).limits
  // The length selects the mode, so that both are tried and a file reproduces its case.
  options.isLenient = bytes.count % 2 == 1
  options.findRule = { _ in .missing(places: []) }
  return options
}

// MARK: - Patterns

/// Reads a pattern, writes it in formats that can hold it, reads it back, and compares.
private func read(_ bytes: [UInt8], as format: Format?) {
  do {
    let inputLimits = InputLimits(bytes)
    let reader = try ByteReader(bytes, name: "fuzz", limits: inputLimits.limits)
    let (pattern, found) = try Format.read(reader, as: format, options: reading(bytes))
    guard inputLimits.hold(pattern) else { return }
    if Format.writable.contains(found) { try roundTrip(pattern, as: found) }
    guard format == nil else { return }
    // All formats take ten times as long as reading, so the sum of the bytes selects a quarter.
    let pick = Int(bytes.reduce(0, &+)) % 4
    for (index, other) in Format.writable.enumerated() where index % 4 == pick {
      try roundTrip(pattern, as: other)
    }
  } catch {
    requireReport(of: error)
  }
}

private func roundTrip(_ pattern: Pattern, as format: Format) throws {
  guard (try? format.check(pattern)) != nil, let bytes = try? written(pattern, as: format) else {
    return
  }
  let reader = try ByteReader(bytes, name: "again")
  guard let again = try? Format.read(reader, as: format, options: ReadOptions()).pattern else {
    preconditionFailure("\(format) cannot read its own output")
  }
  let isSame =
    format.type.capabilities.contains(.position)
    ? try again.hasSameCells(as: pattern) : again.population == pattern.population
  precondition(isSame, "\(format) changed the cells")
  precondition(
    !format.type.capabilities.contains(.rule) || again.rulestring == pattern.rulestring,
    "\(format) changed \(pattern.rulestring) to \(again.rulestring)")
  let twice = try written(again, as: format)
  precondition(twice == bytes, "\(format) writes different bytes the second time")
}

private func written(_ pattern: Pattern, as format: Format) throws -> [UInt8] {
  let sink = MemorySink()
  let writer = ByteWriter(sink)
  try format.write(pattern, to: writer)
  try writer.finish()
  return sink.bytes
}

private func split(_ bytes: [UInt8]) {
  do {
    let reader = try ByteReader(bytes, name: "fuzz", limits: InputLimits(bytes).limits)
    var population: BigInt = 0
    try Format.readEach(reader, options: reading(bytes)) { pattern, _ in
      population += pattern.population
    }
  } catch {
    requireReport(of: error)
  }
}

/// Reads a haul, writes it, reads it back, and compares.
private func haul(_ bytes: [UInt8]) {
  do {
    let reader = try ByteReader(bytes, name: "fuzz", limits: InputLimits(bytes).limits)
    let haul = try Haul.read(reader)
    guard let again = try? Haul.read(ByteReader(haul.bytes, name: "again")) else {
      // Files without SHA256 may have a version that needs one, or no sample soups.
      return
    }
    precondition(again == haul, "the haul is not read as it was written")
  } catch {
    requireReport(of: error)
  }
}

// MARK: - Rules

private func rulestring(_ bytes: [UInt8]) {
  do throws(RuleError) {
    let rule = try RuleAndUniverse(parsing: bytes)
    let spelled = rule.rule.canonical + (rule.universe?.suffix ?? "")
    guard let again = try? RuleAndUniverse(parsing: Array(spelled.utf8)) else {
      preconditionFailure("the canonical rulestring \(spelled) cannot be read")
    }
    precondition(again.rule == rule.rule, "\(spelled) is another rule")
    precondition(
      (again.universe ?? .plane) == (rule.universe ?? .plane), "\(spelled) is another universe")
  } catch {
    precondition(!error.message.isEmpty, "an error without a message")
    let place = error.range
    precondition(
      place.lowerBound >= 0 && place.upperBound <= bytes.count + 1,
      "the place of the error is outside the input")
  }
}

private func ruleFile(_ bytes: [UInt8]) {
  do {
    let content = RuleFile.Content.allCases[bytes.count % RuleFile.Content.allCases.count]
    let reader = try ByteReader(bytes, name: "fuzz.rule", limits: InputLimits(bytes).limits)
    _ = try RuleFile.read(reader, name: "fuzz", content: content, options: reading(bytes))
  } catch {
    requireReport(of: error)
  }
}

// MARK: - Containers

private func drain(_ reader: ByteReader) throws {
  repeat { reader.consume(reader.available.count) } while try reader.fill()
}

private func gzip(_ bytes: [UInt8]) {
  do { try drain(ByteReader(bytes, name: "fuzz.gz", limits: InputLimits(bytes).limits)) } catch {
    requireReport(of: error)
  }
}

private func zip(_ bytes: [UInt8]) {
  let limits = InputLimits(bytes).limits
  guard
    let archive = try? ZipArchive(ByteReader(bytes, name: "fuzz.zip"), limits: limits)
  else { return }
  for member in archive.members.prefix(20) {
    do { try drain(archive.open(member)) } catch {
      requireReport(of: error)
    }
  }
}

// MARK: - Checkpoints

/// The start of a checkpoint: its kind and version.
private let header = Array("life-checkpoint\n".utf8) + [4, 0, 0, 0]

/// Reads a checkpoint. An input without the header gets the header and the correct checksum, which
/// mutations would not find.
private func checkpoint(_ bytes: [UInt8]) {
  let file = bytes.starts(with: header.prefix(16)) ? bytes : sealed(bytes)
  do {
    let limits = InputLimits(bytes).limits
    var options = ReadOptions()
    options.limits = limits
    let (_, pattern) = try Checkpoint.read(options) {
      try ByteReader(file, name: "fuzz.life", limits: limits)
    }
    _ = try pattern.rule.fitted(pattern.universe)
  } catch {
    requireReport(of: error)
  }
}

/// A checkpoint of these contents behind a header with the right checksum.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  let sum = CRC32(of: bytes).value
  return header + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) } + bytes
}
