import TestSupport
import Testing

/// Commands with a terminal as input or output.
@Suite(.runsProgram, .needs(.python3)) struct InputEdgeTests {
  @Test(arguments: [
    ("run gosper-gun -n 2 --to gif", "gif", "gosper-gun.gif"),
    ("run - -n 2 --to ppm", "ppm", "stdin.ppm"),
    ("convert glider --to png", "png", "glider.png"),
    ("convert glider - --to mp4", "mp4", "glider.mp4"),
    ("soup --to png", "png", "soup.png"),
    ("paste block glider --to png", "png", "block.png"),
  ])
  func `binary data is not written to a terminal`(
    line: String, kind: String, file: String
  ) throws {
    let text = try inTerminal("life \(line)").text
    #expect(
      text.hasPrefix("life: a terminal cannot display \(kind); write '-o"))
    #expect(text.contains("write '-o \(file)', or pipe it"))
    #expect(try inTerminal("life run glider -n 0 --to svg -q").text.contains("<svg"))
  }

  @Test func `reading from a terminal is announced`() throws {
    let text = try inTerminal("life info - 2>&1", options: "--type '3o!\n\u{4}'").text
    #expect(text.contains("life: reading a pattern from the terminal; end it with Ctrl-D"))
    #expect(text.contains("population  3"))
  }

  @Test func `NO_COLOR leaves the colors out of show`() throws {
    let colored = try inTerminal("TERM=xterm life show glider").text
    #expect(colored.contains("\u{1b}["))
    let plain = try inTerminal("NO_COLOR=1 TERM=xterm life show glider").text
    #expect(!plain.contains("\u{1b}") && plain.contains("▀"), "\(plain)")
    let large = try inTerminal(
      "export NO_COLOR=1 TERM=xterm; life soup --size 500x300 | life show -"
    ).text
    #expect(!large.contains("\u{1b}[") && large.count > 1000, "\(large)")
  }

  @Test func `show has no colors on a terminal with --color never`() throws {
    let plain = try inTerminal("TERM=xterm life show glider --color never").text
    #expect(!plain.contains("\u{1b}") && plain.contains("▀"), "\(plain)")
  }
}
