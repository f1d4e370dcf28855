package import LifeCore
package import LifeIO

/// The file name of an output, or the template of one file per sample, with the way of writing it.
///
/// `%d` and `{index}` are placeholders for the index of the sample, from 0 as video tools expect,
/// and `{generation}` for its generation. `%06d` and `{generation:06d}` have at least six digits.
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
  package var replacement = Replacement.unprotected
  /// Whether the template is a plain file name, without placeholders.
  package var isLiteral = false
  package var durability = Durability.ordinary
  /// The index of the first sample. In a resumed run, the number of samples written before.
  package var startIndex = 0
  /// The position for continuing the unfinished file of an interrupted run; `nil` if there is none.
  var position: OutputPosition?

  package init(
    template: Path, replacement: Replacement = .unprotected, isLiteral: Bool = false,
    durability: Durability = .ordinary
  ) {
    self.template = template
    self.replacement = replacement
    self.isLiteral = isLiteral
    self.durability = durability
  }

  /// Whether each sample is written to a separate file.
  package var isNumbered: Bool { !isLiteral && !placeholders.isEmpty }

  /// Whether the unfinished file is kept between processes.
  var isKept: Bool { durability == .resumable && !isNumbered }

  /// Whether the beginning of the file comes from an interrupted run.
  var isContinued: Bool { (position?.length ?? 0) > 0 }

  /// A part of a template that stands for a number: `%d`, `%06d`, `{index}`, `{generation:06d}`.
  private struct Placeholder {
    let range: Range<Int>
    let isGeneration: Bool
    /// The minimum number of digits.
    let width: Int
  }

  private var placeholders: [Placeholder] { template.bytes.indices.compactMap(placeholder) }

  /// Each form's text before and after its digits, for example `{index:` and `d}` of `{index:06d}`.
  private static let forms: KeyValuePairs = [
    "%": "d", "{index": "}", "{index:": "d}", "{generation": "}", "{generation:": "d}",
  ]

  private func placeholder(at start: Int) -> Placeholder? {
    let bytes = template.bytes
    // Most bytes begin no form, and a run asks for every sample.
    guard bytes[start] == UInt8(ascii: "%") || bytes[start] == UInt8(ascii: "{") else { return nil }
    for (opening, closing) in Self.forms where bytes[start...].starts(with: opening.utf8) {
      let digits = bytes[(start + opening.utf8.count)...].prefix { $0.isDigit }
      guard bytes[digits.endIndex...].starts(with: closing.utf8),
        digits.isEmpty || opening == "%" || opening.hasSuffix(":")
      else { continue }
      return Placeholder(
        range: start..<digits.endIndex + closing.utf8.count,
        isGeneration: opening.hasPrefix("{generation"),
        width: digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 32) })
    }
    return nil
  }

  /// The first malformed placeholder: a word in braces such as `{gen}` or `{gen:6d}`, or `%` and a
  /// letter other than `d`, such as `%x` and `%04x`. `%20` in names saved by browsers is not meant
  /// as a placeholder.
  var unknownPlaceholder: String? {
    guard !isLiteral else { return nil }
    let bytes = template.bytes
    for start in bytes.indices {
      let rest = bytes[(start + 1)...]
      switch bytes[start] {
      case UInt8(ascii: "{"):
        let word = rest.prefix(while: Self.isLetter)
        guard !word.isEmpty, let end = rest.firstIndex(of: UInt8(ascii: "}")),
          end == word.endIndex || bytes[word.endIndex] == UInt8(ascii: ":"),
          placeholder(at: start) == nil
        else { continue }
        return String(decoding: bytes[start...end], as: UTF8.self)
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
    guard !isLiteral else { return template }
    let target = filled(BigInt(index), isGeneration: false)
    return target.filled(generation, isGeneration: true).template
  }

  /// Replaces the placeholders of the index or of the generation by a number.
  private func filled(_ number: BigInt, isGeneration: Bool) -> OutputTarget {
    var target = self
    for placeholder in placeholders.reversed() where placeholder.isGeneration == isGeneration {
      let digits = "\(number)".utf8
      let padding = String(repeating: "0", count: max(0, placeholder.width - digits.count)).utf8
      target.template.bytes.replaceSubrange(placeholder.range, with: Array(padding) + digits)
    }
    return target
  }

  /// Whether `path` could be the name of a sample.
  func couldName(_ path: Path) -> Bool {
    guard !isLiteral, let first = placeholders.first else { return template == path }
    let start = first.range.lowerBound
    guard path.bytes.starts(with: template.bytes[..<start]) else { return false }
    // Other digits of the name may follow the number, so try every length.
    let digits = path.bytes[start...].prefix { $0.isDigit }
    return digits.indices.contains { last in
      guard let value = BigInt(decimal: digits[...last]) else { return false }
      let filled = filled(value, isGeneration: first.isGeneration)
      return filled.template.bytes.starts(with: path.bytes[...last]) && filled.couldName(path)
    }
  }
}
