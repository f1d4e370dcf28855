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
  /// Whether a finished file must be on the disk before its run's checkpoint is removed.
  var isDurable = false

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
    isLiteral ? template : numbered(index).dated(generation).template
  }

  private func numbered(_ index: Int) -> Target {
    guard let place = numberPlace else { return self }
    var target = self
    let number = String(index)
    let padding = String(repeating: "0", count: max(0, place.width - number.utf8.count))
    target.template.bytes.replaceSubrange(place.range, with: (padding + number).utf8)
    return target
  }

  private func dated(_ generation: BigInt) -> Target {
    var target = self
    while let mark = target.template.bytes.firstRange(of: Self.generationMark) {
      target.template.bytes.replaceSubrange(mark, with: "\(generation)".utf8)
    }
    return target
  }

  /// Whether a file may be that of a sample, of so many and within these generations.
  func mayBe(_ path: Path, samples: Int, _ generations: ClosedRange<BigInt>) -> Bool {
    let number = isLiteral ? nil : numberPlace?.range.lowerBound
    let mark = isLiteral ? nil : template.bytes.firstRange(of: Self.generationMark)?.lowerBound
    guard let start = [number, mark].compactMap({ $0 }).min() else { return template == path }
    guard path.bytes.starts(with: template.bytes[..<start]) else { return false }
    // Where the number ends is not said: digits may follow it in the name, too.
    let digits = path.bytes[start...].prefix { (0x30...0x39).contains($0) }
    return digits.indices.contains { last in
      guard let value = BigInt(decimal: digits[...last]) else { return false }
      let filled: Target
      if start == number {
        guard let index = value.int, index < samples else { return false }
        filled = numbered(index)
      } else {
        guard generations.contains(value) else { return false }
        filled = dated(value)
      }
      guard filled.template.bytes.starts(with: path.bytes[...last]) else { return false }
      return filled.mayBe(path, samples: samples, generations)
    }
  }
}
