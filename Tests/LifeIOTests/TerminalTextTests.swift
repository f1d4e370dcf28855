import TestSupport
import Testing

@testable import LifeIO

@Suite struct TerminalTextTests {
  /// What a terminal would obey: controls of both sets, separators and directions of text.
  static let controls: [String] = [
    "\u{1b}", "\u{7}", "\u{8}", "\u{0}", "\n", "\r", "\t", "\u{7f}", "\u{80}", "\u{9b}", "\u{9f}",
    "\u{61c}", "\u{200e}", "\u{200f}", "\u{2028}", "\u{2029}", "\u{202a}", "\u{202e}", "\u{2066}",
    "\u{2069}", "\u{200b}", "\u{2060}", "\u{2064}", "\u{feff}", "\u{fff9}", "\u{e0001}",
    "\u{e007f}",
  ]

  @Test func `each control character becomes one question mark`() async throws {
    try await forEachCase(of: Self.controls) { control in
      #expect(TerminalText.printable("a\(control)b\(control)") == "a?b?")
      #expect(TerminalText.printable(Array("a\(control)b".utf8)) == "a?b")
      #expect(Path("a\(control)b").description == "a?b")
      #expect(Path("a\(control)b").inputName == "a?b")
      let bytes = Array("_é\(control)b".utf8)
      #expect(TerminalText.firstControl(in: bytes[1...]) == 3..<bytes.count - 1)
    }
  }

  @Test(arguments: [
    "", "gun.rle", "Größe 日本 🧬", "a\u{301}", "👩\u{200d}🚀 \u{200c}",
    "\u{a0}\u{2027}\u{202f}\u{2065}\u{206a}",
  ])
  func `printable text stays as it is`(text: String) {
    #expect(TerminalText.printable(text) == text)
    #expect(TerminalText.firstControl(in: Array(text.utf8)[...]) == nil)
  }

  @Test func `an escape sequence loses what introduces it`() {
    #expect(TerminalText.printable("\u{1b}[31mred\u{1b}]0;title\u{7}") == "?[31mred?]0;title?")
    #expect(TerminalText.printable("\u{9b}31m") == "?31m")
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    // 0x9b alone is the eight-bit form of ESC [ on terminals that do not use UTF-8.
    #expect(TerminalText.printable([0x61, 0x9b, 0x62] as [UInt8]) == "a\u{fffd}b")
    #expect(TerminalText.firstControl(in: [0xff, 0xfe, 0x1b]) == 2..<3)
  }

  @Test func `line feeds stay where a message has several lines`() {
    let text = TerminalText.printable("one\n\u{1b}two\r\n", keepsLines: true)
    #expect(text == "one\n?two?\n")
  }

  @Test(arguments: 1...6)
  func `text for a terminal may be written in parts of any length`(length: Int) throws {
    let bytes = Array("a\u{1b}[31mé\n\t日本\u{9b}1m🧬\u{202e}".utf8) + [0xff, 0x41, 0xf0, 0x9f]
    let memory = MemorySink()
    let sink = PrintableSink(memory)
    for start in stride(from: 0, to: bytes.count, by: length) {
      try sink.write(Array(bytes[start..<min(start + length, bytes.count)]).span)
    }
    try sink.finish()
    #expect(
      String(decoding: memory.bytes, as: UTF8.self) == "a?[31mé\n\t日本?1m🧬?\u{fffd}A\u{fffd}")
  }

  @Test func `messages about files show no control characters`() async throws {
    try await forEachCase(of: Self.controls) { control in
      let path = Path("no\(control)where/x")
      let messages = [
        "\(FileFailure(.open, path: path, code: 2))",
        "\(FileFailure(.create, path: path, code: 2))",
        "\(ReadError.file(FileFailure(.read, path: path, code: 2)))",
        "\(ReadError.data(path, "damaged"))", "\(ReadError.limit(path, "more than 9 bytes"))",
      ]
      for message in messages {
        #expect(!message.unicodeScalars.contains(where: TerminalText.isControl), "\(message)")
        #expect(message.contains("no?where/x"))
      }
    }
  }

  @Test func `system failures show no control characters`() async throws {
    try await forEachCase(of: Self.controls) { control in
      let path = Path("/no\(control)where/x")
      for attempt in [{ _ = try ByteReader(opening: path) }, { _ = try FileSink(creating: path) }] {
        do {
          try attempt()
          Issue.record("\(path) was opened")
        } catch {
          let message = "\(error)"
          #expect(message.contains("/no?where"), "\(message)")
          #expect(!message.unicodeScalars.contains(where: TerminalText.isControl), "\(message)")
        }
      }
    }
  }
}
