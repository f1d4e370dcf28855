import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Trouble with a terminal while `life play` uses it.
  @Suite(.serialized, .runsProgram) struct PlayTroubleTests {
    private func withTerminal(
      _ words: [String], _ body: (PseudoTerminal, Shell) throws -> Void
    ) throws {
      let shell = try Shell()
      try body(PseudoTerminal(words, in: shell), shell)
    }

    @Test func `a program that was stopped draws its screen again`() throws {
      try withTerminal(["play", "glider"]) { terminal, _ in
        #expect(terminal.waitForText("pop 5"))
        terminal.kill(SIGSTOP)
        usleep(100_000)
        terminal.screen = TerminalEmulator(width: 80, height: 24)
        terminal.kill(SIGCONT)
        #expect(terminal.waitForText("pop 5"))
        #expect(terminal.screen.modes.contains("?1049"))
        #expect(terminal.exitCode(after: "q") == 0 && terminal.screen.modes.isEmpty)
      }
    }

    @Test func `a paste of ten megabytes of garbage is refused and nothing is lost`() throws {
      try withTerminal(["play", "glider"]) { terminal, _ in
        #expect(terminal.waitForText("pop 5"))
        terminal.type("\u{1b}[200~")
        for _ in 0..<160 { terminal.type(String(repeating: "garbage ", count: 1 << 13)) }
        terminal.type("\u{1b}[201~")
        #expect(terminal.wait { $0.text.contains("pasted text") })
        #expect(terminal.waitForText("gen 1  pop 5", after: "n"))
        #expect(terminal.exitCode(after: "q") == 0)
      }
    }

    @Test func `parts of sequences and garbage change nothing`() throws {
      // An escape alone for 25 ms is a key. On a busy machine the parts may come later; then they
      // edit cells, and the session does not end without a question.
      for _ in 0..<20 {
        var isInTime = false
        try withTerminal(["play", "glider"]) { terminal, _ in
          #expect(terminal.waitForText("pop 5"))
          isInTime = typeInParts(
            ["\u{1b}", "[", "200", "~bo$2b", "o$3o!\u{1b}[2", "01~"], terminal)
          guard isInTime else { return }
          expectPasted(terminal)
          #expect(terminal.exitCode(after: "\u{3}") == 0)
        }
        if isInTime { return }
      }
      Issue.record("the parts never came in time")
    }

    /// - Returns: whether each part came soon after the last.
    private func typeInParts(_ parts: [String], _ terminal: PseudoTerminal) -> Bool {
      let clock = ContinuousClock()
      var last = clock.now
      var longest = Duration.zero
      for part in parts {
        terminal.type(part)
        longest = max(longest, clock.now - last)
        last = clock.now
        usleep(5_000)
      }
      return longest < .milliseconds(20)
    }

    private func expectPasted(_ terminal: PseudoTerminal) {
      #expect(terminal.waitForText("PASTE"))
      terminal.type("\u{1b}")
      #expect(terminal.wait { !$0.text.contains("PASTE") })
      terminal.type("\u{1b}[<0;1M\u{1b}[99999;1~\u{1b}P+garbage\u{1b}\\\u{1b}]11;rgb:0/0/0\u{7}")
      #expect(terminal.waitForText("gen 1  pop 5", after: "n"))
    }

    @Test func `a running pattern keeps the time of its frames`() throws {
      try withTerminal(["play", "acorn", "--run", "--speed", "20/s"]) { terminal, _ in
        #expect(terminal.waitForText("gen 10"))
        let began = ContinuousClock.now
        #expect(terminal.waitForText("gen 40"))
        #expect(ContinuousClock.now - began >= .milliseconds(1400))
        terminal.kill(SIGTERM)
        #expect(terminal.exitCode() == 128 + SIGTERM && terminal.screen.modes.isEmpty)
      }
    }
  }
#endif
