import Foundation
import TestSupport
import Testing

/// Images in terminals.
@Suite(.runsProgram, .needs(.python3)) struct TerminalTests {
  /// The image of `life show` for a terminal of some kind, 400 × 300 pixels, with its answer to the
  /// query for attributes.
  private func shown(_ kind: String, answer: String) throws -> String {
    let text = try inTerminal(
      "TERM=\(kind) life show gosper-gun", options: "--answer '\(answer)'"
    ).text
    let pieces = text.matches(of: #/\u{1b}_G([^;]*);([^\u{1b}]*)/#)
      .filter { !$0.1.contains("i=31") }.map { String($0.2) }
    let picture = Data(base64Encoded: pieces.joined()) ?? Data()
    let size = [16, 20].map { start in
      picture.dropFirst(start).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    if picture.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "PNG \(size[0]) \(size[1])" }
    let sixels = text.firstMatch(of: #/\u{1b}P[0-9;]*q"1;1;([0-9;]*)/#)
    return sixels.map { "sixels \($0.1)" } ?? "letters"
  }

  @Test func `an image fits the pixels of the terminal`() throws {
    let answer = "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62c"
    #expect(try shown("xterm", answer: answer) == "PNG 396 99")
  }

  @Test func `the name of a terminal is not an answer`() throws {
    #expect(try shown("xterm-kitty", answer: "") == "letters")
  }

  @Test(arguments: [
    ("\u{1b}[?62;4;22c", "sixels 396;99"), ("\u{1b}[?4c", "sixels 396;99"),
    ("\u{1b}[?62;22c", "letters"), ("\u{1b}[>4;4;4c", "letters"), ("", "letters"),
    ("\u{1b}[?64c", "letters"),
  ])
  func `a terminal that reports sixels gets sixels`(answer: String, picture: String) throws {
    #expect(try shown("xterm", answer: answer) == picture)
  }
}
