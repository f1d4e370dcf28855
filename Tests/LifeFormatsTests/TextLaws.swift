import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// A text format, and everything for the laws about its reader and its writer.
struct TextCase: CustomTestStringConvertible, Sendable {
  let format: Format
  /// A text with some sense in the format.
  let file: @Sendable (_ seed: Int) -> [UInt8]
  /// A text with the first cells about `distance` bytes before the end of a buffer.
  let fileAtBufferEnd: @Sendable (_ distance: Int) -> [UInt8]
  /// The cells by the definition; `nil` for a refused text.
  let reference: @Sendable (_ bytes: [UInt8], _ isLenient: Bool) -> String?

  var testDescription: String { format.rawValue }

  static let all = [life105, life106, plaintext]

  /// A file with a few random mutations.
  func mutatedFile(_ seed: Int) throws -> [UInt8] {
    var random = Seeded(seed)
    var pattern = Pattern.random(seed: seed % 40)
    if format == .plaintext { pattern.notes = Pattern.randomNotes(&random) }
    // The reference of Life 1.05 has no rules.
    return mutated(try TextFormat(format).written(pattern), by: &random)
      .filter { format != .life105 || $0 != UInt8(ascii: "R") }
  }

  private static let life105 = TextCase(
    format: .life105,
    file: { seed in
      var random = Seeded(seed)
      var text = Array("#Life 1.05\n".utf8)
      for _ in 0..<random.below(5) {
        text += Array("#P \(random.below(200) - 100) \(random.below(200) - 100)\n".utf8)
        text += randomText(
          of: ["..*\n", "..* \t\r\n", "..*\n#P \r12"][seed % 3], count: 200, by: &random)
        text += Array("\n".utf8)
      }
      return text
    },
    fileAtBufferEnd: { distance in
      let comment = "#Life 1.05\n#D" + String(repeating: " ", count: 1 << 18 - distance) + "\n"
      let text = "*..\r\n#P \(distance) -7\r\n.*.*..*\r\n \r\n***********....*\r#P 3 4\n..*"
      return Array((comment + text).utf8)
    },
    reference: { bytes, _ in ReferenceLife105(bytes).map { Pattern($0.cells).list } })

  private static let life106 = TextCase(
    format: .life106,
    file: { seed in
      var random = Seeded(seed)
      var text = Array("#Life 1.06\n".utf8)
      for _ in 0..<random.below(30) {
        text += Array("\(random.below(400) - 200) \(random.below(9))\n".utf8)
      }
      let alphabet = ["-0123 \n", "12 \t\r\n", "5 \n#+."][seed % 3]
      return text + randomText(of: alphabet, count: 12, by: &random)
    },
    fileAtBufferEnd: { distance in
      let comment = "#Life 1.06\n#C" + String(repeating: " ", count: 1 << 18 - distance) + "\n"
      let text = "12345678 -99\r\n \r\n7\t\t8 \r\n-1 +1\n\n99999999999 123456789012345678\r\n3 4"
      return Array((comment + text).utf8)
    },
    reference: { bytes, _ in ReferenceLife106(bytes)?.list })

  private static let plaintext = TextCase(
    format: .plaintext,
    file: { seed in
      var random = Seeded(seed)
      let alphabet = [".....OOO*o\n", "..O*o \t\r\n!", "..Oo \r\n!x0,#q\u{0}"][seed % 3]
      return randomText(of: alphabet, count: 300, by: &random)
    },
    fileAtBufferEnd: { distance in
      var random = Seeded(distance)
      let comment = "!" + String(repeating: "-", count: 1 << 18 - distance) + "\n"
      let alphabet = ["....O\r\n", "..O \t\r\n", "..O  \u{feff}\r\n"][distance % 3]
      return Array(comment.utf8) + randomText(of: alphabet, count: 200, by: &random)
    },
    reference: { bytes, isLenient in
      ReferencePlaintext(bytes, isLenient: isLenient).map {
        "\($0.width) × \($0.height): \(Pattern($0.cells).list)"
      }
    })
}

/// Laws of the formats with one character or one line for each cell.
@Suite struct TextLaws {
  @Test(arguments: TextCase.all)
  func `the reader of text agrees with the reference reader`(text: TextCase) async throws {
    try await forEachCase(of: Effort.cases(300, long: 10_000)) { seed in
      agree(text, text.file(seed), isLenient: seed % 2 == 0)
      agree(text, try text.mutatedFile(seed), isLenient: seed % 2 == 0)
    }
  }

  @Test(.needsOptimization, arguments: TextCase.all)
  func `the reader of text agrees with the reference at buffer ends`(text: TextCase) async throws {
    try await forEachCase(of: 0..<Effort.count(48, brief: 8)) { distance in
      agree(text, text.fileAtBufferEnd(distance), isLenient: distance % 2 == 0)
    }
  }

  @Test(arguments: TextCase.all)
  func `random and mutated text is of both kinds`(text: TextCase) throws {
    let isValid = { (bytes: [UInt8]) in text.reference(bytes, false) != nil }
    expectBoth((0..<200).map(text.file), isValid)
    expectBoth(try (0..<200).map(text.mutatedFile), isValid)
  }

  private func agree(_ text: TextCase, _ bytes: [UInt8], isLenient: Bool) {
    // Lenient reading of Life 1.05 and 1.06 differs in rules only.
    let format = TextFormat(text.format)
    let reader = isLenient && text.format == .plaintext ? format.lenient : format
    let pattern = try? reader.read(bytes)
    let size = pattern?.declaredSize.map { "\($0.width) × \($0.height): " } ?? ""
    #expect(pattern.map { size + $0.list } == text.reference(bytes, isLenient))
  }
}
