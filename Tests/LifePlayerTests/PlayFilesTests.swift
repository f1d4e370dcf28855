import Foundation
import LifeCore
import LifeEngines
import LifeIO
@testable import LifePlayer
import LifeRun
import LifeTerminal
import TestSupport
import Testing

/// Opening, saving and quitting: no sequence of keys loses unsaved changes without a question.
@Suite struct PlayFilesTests {
  private static let glider = ".O.\n..O\nOOO"

  private static func session(_ body: (inout PlaySession, Shell) async throws -> Void)
    async throws
  {
    let shell = try Shell()
    var session = try await PlaySession(glider)
    let block = Art.pattern("OO\nOO", at: Position(x: 1_000_000, y: 0))
    session.files["block"] = OpenedPattern(
      name: "block", path: Path(shell.folder.path() + "/block.rle"), pattern: block)
    try await body(&session, shell)
  }

  private static func path(_ name: String, in shell: Shell) -> String {
    shell.folder.appending(path: name).path()
  }

  @Test func `a pattern that cannot run keeps the name and path of the one before`() async throws {
    let selection = EngineSelection(engine: .tiles)
    var session = try await PlaySession(Self.glider, selection: selection)
    session.model.files.path = "a.rle"
    let pattern = try Art.pattern("OO", under: "345/2/4").packedForRule()
    session.files["gen"] = OpenedPattern(name: "gen", path: "gen.rle", pattern: pattern)
    await session.type(":e gen\n")
    #expect(session.model.note?.isError == true)
    #expect(session.model.files.path == "a.rle" && session.model.session.title == "test")
    #expect(session.model.session.snapshot.population == 5)
  }

  @Test func `opening a pattern forgets what could be undone`() async throws {
    try await Self.session { session, _ in
      await session.type("nn:e block\nu")
      #expect(session.model.note?.text == "nothing to undo")
      #expect(
        session.model.session.title == "block" && session.model.session.snapshot.population == 4)
      await session.type("b")
      #expect(session.model.session.snapshot.population == 4)
    }
  }

  @Test func `opening a pattern fits the view and begins the populations anew`() async throws {
    try await Self.session { session, _ in
      await session.type("nnn:e block\n")
      let view = session.model.camera.view
      #expect(view.pixel(of: Position(x: 1_000_000, y: 0)).map { $0.x >= 0 } == true)
      #expect(session.model.session.picture?.view.corner == view.corner)
      #expect(session.model.session.populations == [4])
      await session.type("nnnr")
      #expect(session.model.session.populations == [4])
    }
  }

  @Test func `unsaved changes are not replaced unasked`() async throws {
    try await Self.session { session, shell in
      await session.type("ex:e block\n")
      #expect(session.opened.isEmpty && session.model.note?.text.contains(":e!") == true)
      session.files["glider"] = session.files["block"]
      await session.type("o")
      await session.press(Key(.enter))
      #expect(session.opened.isEmpty)
      guard case .unsaved(.open("glider", _)) = session.model.overlay else {
        Issue.record("no question")
        return
      }
      await session.type("\u{1b}o")
      await session.send(.choosePattern("glider"))
      #expect(session.opened.isEmpty)
      await session.type("y" + Self.path("kept.rle", in: shell) + "\n")
      #expect(session.opened == ["glider"] && session.model.session.snapshot.population == 4)
      #expect(FileManager.default.fileExists(atPath: Self.path("kept.rle", in: shell)))
      await session.type("ex:e! block\n")
      #expect(session.opened == ["glider", "block"] && !session.model.isModified)
    }
  }

  @Test func `the question about changes takes y, n and escape`() async throws {
    try await Self.session { session, _ in
      await session.type("exqxdws")
      guard case .unsaved(.quit) = session.model.overlay else {
        Issue.record("another key has answered")
        return
      }
      await session.type("\u{1b}")
      #expect(session.model.overlay == nil && session.model.isModified)
      session.isHeld = true
      await session.type("qn")
      #expect(session.requests.contains(.discard) && session.exitCode == nil)
      await session.answer()
      #expect(session.exitCode == 0)
    }
  }

  @Test func `changes are discarded when the other pattern is read`() async throws {
    try await Self.session { session, _ in
      session.files["missing"] = OpenedPattern(name: "missing", failure: "no such file")
      await session.type("ex:e! missing\n")
      #expect(session.model.isModified && session.discards == 0)
      await session.type("\u{1b}:e! block\n")
      #expect(session.discards == 1 && !session.model.isModified)
      #expect(session.model.session.snapshot.population == 4)
    }
  }

  @Test func `cells that are drawn while a file is read are kept`() async throws {
    try await Self.session { session, _ in
      session.isHeld = true
      await session.type(":e block\nex")
      await session.answer()
      #expect(session.model.session.snapshot.population != 4)
      guard case .unsaved(.open) = session.model.overlay else {
        Issue.record("no question")
        return
      }
      await session.type("n")
      await session.answer()
      #expect(session.model.session.snapshot.population == 4)
    }
  }

  @Test func `a cell that is drawn during a save is unsaved`() async throws {
    try await Self.session { session, shell in
      session.isHeld = true
      await session.type("ex:w \(Self.path("j.rle", in: shell))\nlx")
      await session.answer()
      #expect(session.model.isModified)
      await session.type("q")
      #expect(session.exitCode == nil)
      await session.type("\u{1b}u")
      await session.answer()
      #expect(!session.model.isModified)
    }
  }

  @Test func `quitting waits for a save`() async throws {
    try await Self.session { session, shell in
      session.isHeld = true
      await session.type("ex:w \(Self.path("out.rle", in: shell))\nq")
      #expect(session.exitCode == nil)
      await session.answer()
      #expect(session.exitCode == 0)
      #expect(FileManager.default.fileExists(atPath: Self.path("out.rle", in: shell)))
    }
    try await Self.session { session, shell in
      session.isHeld = true
      await session.type("ex:w \(Self.path("missing/out.rle", in: shell))\nq")
      await session.answer()
      #expect(session.exitCode == nil && session.model.note?.isError == true)
      #expect(session.model.isModified)
    }
  }

  @Test(arguments: ["exqy", "ex:wq\n"])
  func `saving and quitting asks for a name`(keys: String) async throws {
    try await Self.session { session, shell in
      await session.type(keys)
      #expect(session.exitCode == nil)
      await session.type(Self.path("named.rle", in: shell) + "\n")
      #expect(session.exitCode == 0)
      #expect(FileManager.default.fileExists(atPath: Self.path("named.rle", in: shell)))
    }
  }

  @Test func `a failed backup is reported once and does not stop the run`() async throws {
    try await Self.session { session, _ in
      session.backupFailure = "disk full"
      await session.type("ex\u{1b} ")
      await session.waitForBackup()
      #expect(session.model.playback.isRunning && session.backups == 1)
      #expect(session.model.note?.text.contains("disk full") == true)
      session.model.note = nil
      await session.wait(.milliseconds(300))
      await session.waitForBackup()
      #expect(session.backups == 2 && session.model.note == nil && session.model.playback.isRunning)
    }
  }

  @Test func `a refused change leaves the pattern unmodified`() async throws {
    try await Self.session { session, _ in
      await session.type(":rule nonsense!\n")
      #expect(!session.model.isModified)
      await session.type("nnu")
      #expect(!session.model.isModified)
      await session.type("exu")
      #expect(!session.model.isModified)
      await session.type("U")
      #expect(session.model.isModified)
    }
  }

  @Test func `the view and the last pictures are written as images`() async throws {
    try await Self.session { session, shell in
      await session.type("nnnnnnnnn")
      #expect(session.model.session.recent.count == 10)
      for name in ["a.png", "a.svg", "a.gif", "a.ppm"] {
        await session.type(":export \(Self.path(name, in: shell)) 5\n")
        #expect(session.model.note?.isError == false, "\(name)")
        let size = try Data(contentsOf: shell.folder.appending(path: name)).count
        #expect(size > 100, "\(name)")
        let isStill = name == "a.png" || name == "a.svg"
        #expect(session.model.note?.text.contains("one picture") == isStill, "\(name)")
      }
      #expect(session.model.note?.text.contains("5 pictures") == true)
      let gif = try Data(contentsOf: shell.folder.appending(path: "a.gif"))
      // Each frame begins with a graphic control extension and is shown for 0.1 s.
      let frames = gif.ranges(of: Data([0x21, 0xf9, 0x04]))
      #expect(frames.count == 5 && frames.allSatisfy { gif[$0.upperBound + 1] == 10 })
      for name in ["", "-", "x", "a.mp4.gz", "/dev/null", "missing/a.png", "a-%d.png"] {
        await session.type(":export \(name)\n")
        #expect(session.model.note?.isError == true, "\(name)")
      }
      #expect(PlayFiles.open(Self.path("a.png", in: shell)).pattern?.population ?? 0 > 0)
      await session.type(":export 5 \(Self.path("d.gif", in: shell))\n")
      #expect(session.model.note?.text.contains("5 pictures up to generation 9") == true)
      // A jump clears the recent pictures.
      await session.type("r:goto 2\nnn:export \(Self.path("b.gif", in: shell))\n")
      #expect(session.model.note?.text.contains("3 pictures up to generation 4") == true)
      await session.type(":goto 3\n:export \(Self.path("c.gif", in: shell))\n")
      #expect(session.model.note?.text.contains("the view of generation 3") == true)
      // So do edits, undo and redo, but not a name.
      for keys in ["ex", "u", "U"] {
        await session.type(keys)
        #expect(session.model.session.recent.count == 1, "\(keys)")
      }
      await session.type("\u{1b}nn:name x\n")
      #expect(session.model.session.recent.count == 3)
      // So do pictures of another size.
      await session.type("]n")
      #expect(session.model.session.recent.count < 5)
    }
  }

  @Test func `the first exported picture shows the fitted view, also at one pixel per cell`()
    async throws
  {
    var session = try await PlaySession(
      String(repeating: "O", count: 40), width: 60, height: 24)
    for keys in ["", ":e row\n"] {
      session.files["row"] = OpenedPattern(
        name: "row", pattern: Art.pattern(String(repeating: "O", count: 50)))
      await session.type(keys)
      let shown = try #require(session.model.session.picture)
      #expect(shown.view.zoom == .one && shown.view == session.model.camera.fittedView)
      await session.type("nn")
      let recent = Array(session.model.session.recent.indices)
      #expect(recent.count == 3 && recent.first == shown.indices)
    }
  }

  @Test(.needs(.ffmpeg), arguments: ["a.mp4", "a.webm"])
  func `the last pictures are written as a video`(name: String) async throws {
    try await Self.session { session, shell in
      await session.type("nnnn:export \(Self.path(name, in: shell))\n")
      #expect(session.model.note?.text.contains("5 pictures") == true)
      let size = try Data(contentsOf: shell.folder.appending(path: name)).count
      #expect(size > 100)
    }
  }

  private static func write(_ text: String, to name: String, in shell: Shell) throws {
    try Data(text.utf8).write(to: shell.folder.appending(path: name))
  }

  private static func read(_ name: String, in shell: Shell) throws -> String {
    try String(contentsOf: shell.folder.appending(path: name), encoding: .utf8)
  }

  @Test func `a file that exists is replaced only if the user says so`() async throws {
    try await Self.session { session, shell in
      try Self.write("mine", to: "other.rle", in: shell)
      let path = Self.path("other.rle", in: shell)
      for answer in ["\u{1b}", "n"] {
        await session.type("ex:w \(path)\n")
        #expect((0..<24).contains { session.row($0).contains("replace the file?") })
        await session.type(answer)
        #expect(session.model.overlay == nil && session.model.isModified)
        #expect(try Self.read("other.rle", in: shell) == "mine")
      }
      await session.type(":w \(path)\ny")
      #expect(!session.model.isModified && session.model.note?.text.contains("saved") == true)
      #expect(try Self.read("other.rle", in: shell).contains("!"))
      // It is the session's own file now.
      #expect(session.model.session.title == "other.rle")
      await session.type("x:w\n")
      #expect(session.model.overlay == nil && !session.model.isModified)
      try Self.write("mine", to: "third.rle", in: shell)
      await session.type(":w! \(Self.path("third.rle", in: shell))\n")
      #expect(session.model.overlay == nil)
      #expect(try Self.read("third.rle", in: shell) != "mine")
    }
  }

  @Test func `quitting goes on after a file was replaced`() async throws {
    try await Self.session { session, shell in
      try Self.write("mine", to: "other.rle", in: shell)
      await session.type("ex:wq \(Self.path("other.rle", in: shell))\n")
      #expect(session.exitCode == nil)
      await session.type("y")
      #expect(session.exitCode == 0)
      #expect(try Self.read("other.rle", in: shell) != "mine")
    }
  }

  @Test func `a file that another program has changed is not replaced unasked`() async throws {
    try await Self.session { session, shell in
      try Self.write("x = 2, y = 1\n2o!\n", to: "own.rle", in: shell)
      session.files["own"] = PlayFiles.open(Self.path("own.rle", in: shell))
      await session.type(":e own\nex:w\n")
      #expect(session.model.overlay == nil && !session.model.isModified)
      try Self.write("x = 3, y = 1\n3o!\n", to: "own.rle", in: shell)
      await session.type("x:w\n")
      #expect((0..<24).contains { session.row($0).contains("another program has changed") })
      await session.type("\u{1b}")
      #expect(try Self.read("own.rle", in: shell) == "x = 3, y = 1\n3o!\n")
      #expect(session.model.isModified)
    }
  }

  @Test func `a picture replaces a file of the user only if the user says so`() async throws {
    try await Self.session { session, shell in
      try Self.write("mine", to: "a.png", in: shell)
      await session.type(":export \(Self.path("a.png", in: shell))\n\u{1b}")
      #expect(try Self.read("a.png", in: shell) == "mine")
      await session.type(":export \(Self.path("a.png", in: shell))\ny")
      #expect(session.model.note?.text.hasPrefix("wrote the view") == true)
      // It is the session's own picture now.
      await session.type("n:export \(Self.path("a.png", in: shell))\n")
      #expect(session.model.overlay == nil)
      #expect(session.model.note?.text.hasPrefix("wrote the view") == true)
    }
  }

  @Test(arguments: ["foo.xyz", "foo"])
  func `a name that names no format is refused`(name: String) async throws {
    try await Self.session { session, shell in
      await session.type("ex:w \(Self.path(name, in: shell))\n")
      #expect(session.model.note?.text.contains("names no format; write .rle") == true)
      #expect(session.model.isModified)
      #expect(!FileManager.default.fileExists(atPath: Self.path(name, in: shell)))
    }
  }

  @Test func `streams and devices are neither opened nor written`() async throws {
    #expect(PlayFiles.open("-").failure != nil && PlayFiles.open("/dev/zero").failure != nil)
    try await Self.session { session, shell in
      #expect(mkfifo(Self.path("pipe", in: shell), 0o600) == 0)
      for name in ["-", Self.path("pipe", in: shell), "/dev/null"] {
        await session.type(":w \(name)\n")
        #expect(session.model.note?.isError == true && session.model.files.path == nil)
      }
      // An error, or a question if standard output is a file here.
      await session.type(":w /dev/stdout\n")
      #expect(session.model.files.path == nil)
    }
  }

  @Test func `only a file that holds nothing else is saved to`() throws {
    let shell = try Shell()
    let files = [
      ("one.rle", "x = 1, y = 1\no!\n", true), ("note.rle", "x = 1, y = 1\no!\nmade here\n", true),
      ("two.rle", "x = 1, y = 1\no!\n\nx = 2, y = 1\n2o!\n", false),
      ("codes.txt", "xs4_33\nxq4_153\n", false), ("one.cells", "O\n", true),
      ("rle.cells", "x = 1, y = 1\no!\n", false),
    ]
    for (name, text, isTarget) in files {
      try text.write(to: shell.folder.appending(path: name), atomically: true, encoding: .utf8)
      let opened = PlayFiles.open(Self.path(name, in: shell))
      #expect(opened.failure == nil, "\(name)")
      #expect((opened.path != nil) == isTarget, "\(name)")
    }
    let second = PlayFiles.open(Self.path("two.rle", in: shell) + "#2")
    #expect(second.pattern?.population == 2 && second.path == nil)
  }

  @Test(.runsProgram) func `a checkpoint is opened and not saved to`() throws {
    let shell = try Shell()
    let run = "life run gosper-gun -n 1e9 --engine bitmap --max-time 0.1 -o /dev/null"
    #expect(try shell.run("\(run) --checkpoint one.rle").status == 75)
    let opened = PlayFiles.open(Self.path("one.rle", in: shell))
    #expect(opened.pattern != nil && opened.path == nil)
  }

  @Test(.needs(.zip)) func `an archive is opened and not saved to`() throws {
    let shell = try Shell()
    #expect(try shell.run("echo 'bo$2bo$3o!' > a.rle && zip -q a.zip a.rle").status == 0)
    let opened = PlayFiles.open(Self.path("a.zip", in: shell))
    #expect(opened.pattern != nil && opened.path == nil)
  }
}
