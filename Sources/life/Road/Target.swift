import LifeCore
import LifeIO

/// Where an output goes: one file, or one for every sample if the name has a place for a number.
///
/// `%d` and `%06d` stand for the sample's index from 0, as video tools expect; `{generation}` for
/// the generation.
struct Target: Hashable {
  var template: Path
  var isReplacing = true
  /// Whether the name is a file's, in which no mark means anything.
  var isLiteral = false
  /// Whether an unfinished file is kept, for a run that is gone on with.
  var isKept = false

  var isNumbered: Bool { !isLiteral && (hasGeneration || numberPlace != nil) }

  private static let generationMark = Array("{generation}".utf8)
  private var hasGeneration: Bool { template.bytes.firstRange(of: Self.generationMark) != nil }

  /// `%`, digits and `d`: where it stands and how many digits it asks for.
  private var numberPlace: (range: Range<Int>, width: Int)? {
    let bytes = template.bytes
    for start in bytes.indices where bytes[start] == UInt8(ascii: "%") {
      let digits = bytes[(start + 1)...].prefix { (0x30...0x39).contains($0) }
      guard digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: "d") else {
        continue
      }
      let width = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 32) }
      return (start..<digits.endIndex + 1, width)
    }
    return nil
  }

  /// The file for one sample.
  func path(index: Int, generation: BigInt) -> Path {
    if isLiteral { return template }
    var bytes = template.bytes
    if let place = numberPlace {
      let number = String(index)
      let padding = String(repeating: "0", count: max(0, place.width - number.utf8.count))
      bytes.replaceSubrange(place.range, with: (padding + number).utf8)
    }
    while let mark = bytes.firstRange(of: Self.generationMark) {
      bytes.replaceSubrange(mark, with: "\(generation)".utf8)
    }
    return Path(bytes: bytes)
  }
}
