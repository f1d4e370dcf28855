package import LifeCore
package import LifeIO

/// The file name of an output, or the template of one file per sample, with the way of writing it.
///
/// `%d` and `%06d` are placeholders for the index of the sample, from 0 as video tools expect, and
/// `{generation}` for its generation.
package struct OutputTarget: Hashable {
  /// The part of an output that survives a crash of the process or the system.
  package enum Durability: Hashable, Sendable {
    /// A complete file with its final name survives a crash of the process. It is not synced, so a
    /// crash of the system may damage it.
    case ordinary
    /// A complete file is synced to disk before the run's checkpoint is removed.
    case synced
    /// Like ``synced``; unfinished files are kept as well, for resuming the run.
    case resumable
  }

  package var template: Path
  package var replacement = Replacement.always
  /// Whether the template is a plain file name, without placeholders.
  package var isLiteral = false
  package var durability = Durability.ordinary
  /// The index of the first sample: the number of samples written by the interrupted run.
  package var startIndex = 0
  /// The position for continuing the unfinished file of an interrupted run; `nil` if there is none.
  var position: OutputPosition?

  package init(
    template: Path, replacement: Replacement = .always, isLiteral: Bool = false,
    durability: Durability = .ordinary
  ) {
    self.template = template
    self.replacement = replacement
    self.isLiteral = isLiteral
    self.durability = durability
  }

  /// Whether each sample is written to a separate file.
  package var isNumbered: Bool { !isLiteral && (hasGeneration || indexPlaceholder != nil) }

  /// Whether the unfinished file is kept between processes.
  var isKept: Bool { durability == .resumable && !isNumbered }

  /// Whether the beginning of the file comes from an interrupted run.
  var isContinued: Bool { (position?.length ?? 0) > 0 }

  private static let generationPlaceholder = Array("{generation}".utf8)
  private var hasGeneration: Bool { template.bytes.range(of: Self.generationPlaceholder) != nil }

  /// The first `%d`, `%6d` or `%06d`, and its width.
  private var indexPlaceholder: (range: Range<Int>, width: Int)? {
    let bytes = template.bytes
    for start in bytes.indices where bytes[start] == UInt8(ascii: "%") {
      let digits = bytes[(start + 1)...].prefix { $0.isDigit }
      guard digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: "d") else {
        continue
      }
      let width = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 32) }
      return (start..<digits.endIndex + 1, width)
    }
    return nil
  }

  /// The first malformed placeholder: a word in braces such as `{gen}`, or `%` and a letter other
  /// than `d`, such as `%x` and `%04x`. `%20` in names saved by browsers is not meant as a
  /// placeholder.
  var unknownPlaceholder: String? {
    guard !isLiteral else { return nil }
    let bytes = template.bytes
    for start in bytes.indices {
      let rest = bytes[(start + 1)...]
      switch bytes[start] {
      case UInt8(ascii: "{"):
        let word = rest.prefix(while: Self.isLetter)
        let end = word.endIndex
        guard !word.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: "}") else { continue }
        let placeholder = bytes[start...end]
        if !placeholder.elementsEqual(Self.generationPlaceholder) {
          return String(decoding: placeholder, as: UTF8.self)
        }
      case UInt8(ascii: "%"):
        let digits = rest.prefix { $0.isDigit }
        let letters = rest[digits.endIndex...].prefix(while: Self.isLetter)
        guard digits.isEmpty || digits.first == UInt8(ascii: "0"), letters.count == 1,
          letters.first != UInt8(ascii: "d")
        else { continue }
        return String(decoding: bytes[start..<letters.endIndex], as: UTF8.self)
      default: continue
      }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  /// The file for one sample.
  package func path(index: Int, generation: BigInt) -> Path {
    isLiteral ? template : filled(index: index).filled(generation: generation).template
  }

  /// Replaces the placeholder with the index of a sample.
  private func filled(index: Int) -> OutputTarget {
    guard let placeholder = indexPlaceholder else { return self }
    var target = self
    let number = String(index)
    let padding = String(repeating: "0", count: max(0, placeholder.width - number.utf8.count))
    target.template.bytes.replaceSubrange(placeholder.range, with: (padding + number).utf8)
    return target
  }

  /// Replaces the placeholders with the generation of a sample.
  private func filled(generation: BigInt) -> OutputTarget {
    var target = self
    while let range = target.template.bytes.range(of: Self.generationPlaceholder) {
      target.template.bytes.replaceSubrange(range, with: "\(generation)".utf8)
    }
    return target
  }

  /// Whether `path` could be the name of a sample.
  func couldName(_ path: Path) -> Bool {
    guard !isLiteral else { return template == path }
    let indexStart = indexPlaceholder?.range.lowerBound
    let generationStart = template.bytes.range(of: Self.generationPlaceholder)?.lowerBound
    guard let start = [indexStart, generationStart].compactMap({ $0 }).min() else {
      return template == path
    }
    guard path.bytes.starts(with: template.bytes[..<start]) else { return false }
    // Other digits of the name may follow the number, so try every length.
    let digits = path.bytes[start...].prefix { $0.isDigit }
    return digits.indices.contains { last in
      guard let value = BigInt(decimal: digits[...last]) else { return false }
      let filled =
        start == indexStart
        ? self.filled(index: value.int ?? .max) : self.filled(generation: value)
      return filled.template.bytes.starts(with: path.bytes[...last]) && filled.couldName(path)
    }
  }
}
