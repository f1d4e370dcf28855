import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A program in a pseudo-terminal, with a model of the terminal.
  final class PseudoTerminal {
    private let controller: Int32
    private let process: Process
    /// Keeps the folder of the process as long as the terminal.
    private let shell: Shell
    var screen: TerminalEmulator
    private(set) var bytes = 0
    /// The beginning of a sequence or a character; the next read completes it.
    private var pending: [UInt8] = []

    init(
      _ arguments: [String], width: Int = 80, height: Int = 24, in shell: Shell,
      term: String = "xterm-256color", environment: [String: String?] = [:]
    ) throws {
      self.shell = shell
      controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var number: Int32 = 0
      var isLocked: Int32 = 0
      // TIOCSPTLCK and TIOCGPTN unlock the other end and get its number. Swift does not import
      // these macros.
      try #require(controller >= 0 && ioctl(controller, 0x4004_5431, &isLocked) == 0)
      try #require(ioctl(controller, 0x8004_5430, &number) == 0)
      let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(terminal >= 0)
      screen = TerminalEmulator(width: width, height: height)
      let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
      process = .ofTests(
        Project.program, arguments: arguments, in: shell.folder,
        changing: environment.merging(
          ["TERM": term, "COLORTERM": "truecolor", "NO_COLOR": nil]) { $1 })
      process.standardInput = handle
      process.standardOutput = handle
      process.standardError = FileHandle.nullDevice
      resize(width: width, height: height)
      try process.start()
    }

    private func resize(width: Int, height: Int) {
      var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    func changeSize(width: Int, height: Int) {
      screen = TerminalEmulator(width: width, height: height)
      resize(width: width, height: height)
      kill(SIGWINCH)
    }

    func type(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
    }

    func kill(_ signal: Int32) { _ = Foundation.kill(process.processIdentifier, signal) }

    /// Reads output until a condition holds or a minute has passed.
    @discardableResult
    func wait(_ isDone: (TerminalEmulator) -> Bool) -> Bool {
      let end = ContinuousClock.now + .seconds(60)
      while ContinuousClock.now < end {
        if isDone(screen) { return true }
        var file = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&file, 1, 50) > 0 else { continue }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(controller, &buffer, buffer.count)
        if count <= 0 { return isDone(screen) }
        bytes += count
        pending += buffer[..<count]
        let cut = Self.completeCount(pending)
        screen.receive(Array(pending[..<cut]))
        pending.removeFirst(cut)
      }
      return isDone(screen)
    }

    /// The number of bytes without an incomplete sequence or character at their end.
    private static func completeCount(_ bytes: [UInt8]) -> Int {
      var end = stringStart(bytes) ?? bytes.count
      if end < bytes.count { return end }
      if let lead = bytes.suffix(4).lastIndex(where: { $0 >= 0xc0 }) {
        let length = bytes[lead] >= 0xf0 ? 4 : bytes[lead] >= 0xe0 ? 3 : 2
        if lead + length > end { end = lead }
      }
      // `ESC \` ends a string.
      if let escape = bytes[..<end].suffix(64).lastIndex(of: 0x1b),
        bytes[escape...].dropFirst().first != 0x5c,
        !bytes[..<end].dropFirst(escape + 2).contains(where: { (0x40...0x7e).contains($0) })
      {
        end = escape
      }
      return end
    }

    /// The start of a string sequence without its end.
    private static func stringStart(_ bytes: [UInt8]) -> Int? {
      var place = 0
      while place + 1 < bytes.count {
        guard bytes[place] == 0x1b, "_P]".utf8.contains(bytes[place + 1]) else {
          place += 1
          continue
        }
        let rest = bytes[(place + 2)...]
        guard let end = rest.firstIndex(where: { [0x07, 0x1b].contains($0) }),
          bytes[end] == 0x07 || end + 1 < bytes.count
        else { return place }
        place = end + 1
      }
      return nil
    }

    /// Whether a text appears within a minute after some keys.
    func waitForText(_ text: String, after keys: String = "") -> Bool {
      type(keys)
      return wait { $0.text.contains(text) }
    }

    /// The exit code after some keys, or 128 plus the number of the signal.
    func exitCode(after keys: String = "") -> Int32 {
      type(keys)
      wait { _ in !process.isRunning }
      guard !process.isRunning else {
        kill(SIGKILL)
        return -1
      }
      // A killed program does not reset the terminal.
      if process.terminationStatus != SIGKILL { wait { $0.modes.isEmpty } }
      return process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// Whether the process ends within a minute although nothing reads its output.
    func endsWithoutReading() -> Bool {
      let end = ContinuousClock.now + .seconds(60)
      while process.isRunning, ContinuousClock.now < end { usleep(20_000) }
      return !process.isRunning
    }

    deinit {
      if process.isRunning { kill(SIGKILL) }
      close(controller)
    }
  }

  /// `life play` in a pseudo-terminal.
  @Suite(.serialized, .runsProgram) struct PlayTerminalTests {
    private func withTerminal(
      _ arguments: [String], width: Int = 80, height: Int = 24,
      _ body: (PseudoTerminal, Shell) throws -> Void
    ) throws {
      let shell = try Shell()
      try body(PseudoTerminal(["play"] + arguments, width: width, height: height, in: shell), shell)
    }

    @Test func `a pattern is run, edited and saved`() throws {
      try withTerminal(["glider"]) { terminal, shell in
        #expect(terminal.waitForText("gen 0  pop 5"))
        #expect(terminal.waitForText("gen 4  pop 5", after: "nnnn"))
        #expect(terminal.waitForText("gen 1,000  pop 5", after: ":1e3\r"))
        #expect(terminal.waitForText("pop 6", after: "ex"))
        #expect(
          terminal.waitForText("saved generation 1,000 as saved.rle", after: ":w saved.rle\r"))
        #expect(terminal.exitCode(after: "q") == 0)
        #expect(terminal.screen.modes.isEmpty && terminal.screen.isCursorVisible)
        #expect(terminal.screen.unknown == [])
        let info = try shell.run("life info saved.rle").text
        #expect(info.contains("population  6"))
      }
    }

    @Test func `a rule without a pattern is that of the board and of an opened pattern`() throws {
      try withTerminal(["--rule", "B36/S23", "--universe", "T40"]) { terminal, _ in
        #expect(terminal.waitForText("type to search"))
        #expect(terminal.waitForText("untitled  B36/S23:T40", after: "\u{1b}"))
        #expect(terminal.waitForText("glider  B36/S23:T40", after: "o\r"))
        #expect(terminal.exitCode(after: "q") == 0)
      }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV])
    func `the terminal is restored after a signal`(signal: Int32) throws {
      try withTerminal(["acorn", "--run"]) { terminal, _ in
        #expect(terminal.waitForText("RUN"))
        #expect(terminal.screen.modes.contains("?1049") && !terminal.screen.isCursorVisible)
        terminal.kill(signal)
        #expect(terminal.exitCode() == 128 + signal)
        #expect(terminal.screen.modes.isEmpty && terminal.screen.isCursorVisible)
      }
    }

    @Test func `unsaved changes are recovered after a kill`() throws {
      let shell = try Shell()
      let folder = shell.folder.appending(path: ".home/.local/state/life")
      let backups = {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? [])
          .filter { $0.hasPrefix("play-backup-") }
      }
      let play = { try PseudoTerminal(["play"] + $0, in: shell) }
      let first = try play(["glider"])
      #expect(first.waitForText("pop 5"))
      #expect(first.waitForText("pop 7", after: "exlllx"))
      first.wait { _ in backups().count == 1 }
      // The backup of a live session is not recovered.
      #expect(try shell.run("life play --recover").status == 66)
      let other = try play(["block"])
      #expect(other.waitForText("pop 4"))
      #expect(!other.screen.text.contains("--recover"))
      #expect(other.exitCode(after: "q") == 0 && backups().count == 1)
      first.kill(SIGKILL)
      #expect(first.exitCode() == 128 + SIGKILL)
      let reminded = try play(["block"])
      #expect(reminded.waitForText("--recover"))
      #expect(reminded.exitCode(after: "q") == 0 && backups().count == 1)
      let second = try play(["--recover"])
      #expect(second.waitForText("gen 0  pop 7"))
      // It is kept under the name of the new process.
      second.kill(SIGKILL)
      #expect(second.exitCode() == 128 + SIGKILL && backups().count == 1)
      let third = try play(["--recover"])
      #expect(third.waitForText("gen 0  pop 7"))
      #expect(third.exitCode(after: ":q!\r") == 0)
      #expect(backups().isEmpty)
    }

    @Test func `discarded changes are recovered until others are discarded`() throws {
      let shell = try Shell()
      let folder = shell.folder.appending(path: ".home/.local/state/life")
      let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path()) }
      func discard(_ word: String, typing keys: String) throws {
        let terminal = try PseudoTerminal(["play", word], in: shell)
        #expect(terminal.waitForText("gen 0  pop"))
        terminal.type(keys)
        #expect(terminal.waitForText("pop 7"))
        #expect(terminal.waitForText("unsaved", after: "q"))
        #expect(terminal.exitCode(after: "n") == 0)
        #expect(try names() == ["play-discarded"])
      }
      try discard("glider", typing: "exlllx")
      try discard("--recover", typing: "")
      let other = try PseudoTerminal(["play", "block"], in: shell)
      #expect(other.waitForText("pop 4"))
      #expect(other.exitCode(after: "q") == 0)
      #expect(try names() == ["play-discarded"])
      let last = try PseudoTerminal(["play", "--recover"], in: shell)
      #expect(last.waitForText("pop 7"))
      #expect(last.waitForText("saved generation", after: ":w saved.rle\r"))
      #expect(last.exitCode(after: "q") == 0)
      #expect(try names() == [])
      #expect(try shell.run("life play --recover").status == 66)
    }

    @Test func `a session ends at the time limit of LIFE_LIMITS, and edits are recovered`() throws {
      let shell = try Shell()
      let terminal = try PseudoTerminal(
        ["play", "glider"], in: shell,
        environment: ["LIFE_LIMITS": "time=3s"])
      #expect(terminal.waitForText("pop 5"))
      terminal.type("exlllx")
      #expect(terminal.exitCode() == 75)
      #expect(terminal.screen.modes.isEmpty)
      let again = try PseudoTerminal(["play", "--recover"], in: shell)
      #expect(again.waitForText("gen 0  pop 7"))
      #expect(again.exitCode(after: ":q!\r") == 0)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func `a cell that is drawn just before a signal is recovered`(signal: Int32) throws {
      try withTerminal(["glider"]) { terminal, shell in
        #expect(terminal.waitForText("pop 5"))
        #expect(terminal.waitForText("pop 7", after: "exlllx"))
        terminal.kill(signal)
        #expect(terminal.exitCode() == 128 + signal)
        #expect(terminal.screen.modes.isEmpty)
        let again = try PseudoTerminal(["play", "--recover"], in: shell)
        #expect(again.waitForText("gen 0  pop 7"))
        #expect(again.exitCode(after: ":q!\r") == 0)
      }
    }

    @Test func `sessions that are alive have backups of different names`() throws {
      let shell = try Shell()
      let folder = shell.folder.appending(path: ".home/.local/state/life")
      let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path()) }
      let sessions = try (0..<3).map { _ in
        try PseudoTerminal(["play", "glider"], in: shell)
      }
      for session in sessions {
        #expect(session.waitForText("pop 5"))
        #expect(session.waitForText("pop 6", after: "ex"))
      }
      sessions[0].wait { _ in
        (try? names().filter { $0.hasPrefix("play-backup-") }.count) == sessions.count
      }
      for session in sessions {
        #expect(session.exitCode(after: ":q!\r") == 0)
      }
      #expect(try names() == ["play-discarded"])
    }

    @Test func `a paste without an end does not swallow the keys`() throws {
      try withTerminal(["glider"]) { terminal, _ in
        #expect(terminal.waitForText("pop 5"))
        terminal.type("\u{1b}[200~bo$2bo$3o!")
        usleep(100_000)
        #expect(terminal.exitCode(after: "\u{3}") == 0)
      }
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal ends a program whose terminal does not read`(signal: Int32) throws {
      try withTerminal(["--run", "--speed", "60/s"], width: 200, height: 60) { terminal, _ in
        #expect(terminal.waitForText("RUN"))
        terminal.type("\u{1b}e:random 50\r \u{c}\u{c}\u{c}\u{c}")
        // Its output fills the buffer of the terminal.
        usleep(3_000_000)
        terminal.kill(signal)
        #expect(terminal.endsWithoutReading())
      }
    }

    @Test func `a session works in a terminal of any size`() throws {
      try withTerminal(["gosper-gun", "--run", "--speed", "60/s"]) { terminal, _ in
        // Until the program reads keys, the terminal discards keys at each ^C.
        #expect(terminal.waitForText("RUN"))
        for (width, height) in [(1, 1), (2, 2), (10, 3), (40, 10), (7, 30), (200, 60), (80, 24)] {
          terminal.changeSize(width: width, height: height)
          for key in ["e", "?", "x", ":", "\u{3}", "o", "\u{3}", "e"] { terminal.type(key) }
        }
        #expect(terminal.waitForText("RUN"))
        // The x after the help has drawn a cell, so q would ask.
        #expect(terminal.exitCode(after: ":q!\r") == 0)
      }
    }

    @Test func `a terminal without colors gets none`() throws {
      let shell = try Shell()
      let terminal = try PseudoTerminal(
        ["play", "glider"], in: shell, term: "dumb")
      #expect(terminal.waitForText("pop 5"))
      #expect(terminal.screen.cells.allSatisfy { $0.foreground == nil && $0.background == nil })
      #expect(terminal.exitCode(after: "q") == 0)
    }

    @Test func `a script is typed in time, and a session is recorded`() throws {
      try withTerminal(["glider", "--record", "session.cast"]) { terminal, shell in
        #expect(terminal.waitForText("pop 5"))
        #expect(terminal.exitCode(after: "q") == 0)
        let text = try String(
          contentsOf: shell.folder.appending(path: "session.cast"), encoding: .utf8)
        #expect(text.hasPrefix("{\"version\": 2, \"width\": 80, \"height\": 24}\n"))
        #expect(text.contains("\"i\", \"q\"]"))
        try "2 q\n0.1 nn\n0.2 n\n".write(
          to: shell.folder.appending(path: "keys"), atomically: true, encoding: .utf8)
        let again = try PseudoTerminal(["play", "glider", "--script", "keys"], in: shell)
        #expect(again.waitForText("gen 3"))
        #expect(again.exitCode() == 0)
      }
    }

    @Test func `an animation in a terminal keeps its time`() throws {
      let shell = try Shell()
      let began = ContinuousClock.now
      let words = ["run", "glider", "-n", "10", "--to", "ansi", "--fps", "10"]
      let terminal = try PseudoTerminal(words, in: shell)
      #expect(terminal.exitCode() == 0)
      // Eleven frames take a second from the first to the last.
      #expect(ContinuousClock.now - began >= .seconds(1))
      // In a pipe nothing waits.
      let output = try shell.run("life run glider -n 60 --to ansi --fps 1 | wc -l")
      #expect(output.status == 0)
    }
  }
#endif
