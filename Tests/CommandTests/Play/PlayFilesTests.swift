import Foundation
import LifeCore
import LifeEngines
import LifeIO
import LifeRun
import LifeTerminal
import TestSupport
import Testing

@testable import LifeCommand

/// Opening, saving and quitting: no sequence of keys loses unsaved changes unasked.
@Suite struct PlayFilesTests {
  private static let glider = ".O.\n..O\nOOO"

  private static func session(_ body: (inout PlaySession, Shell) async throws -> Void)
    async throws
  {
    let shell = try Shell()
    defer { shell.remove() }
    var session = try await PlaySession(glider)
    var block = Art.pattern("OO\nOO")
    block.position = Position(x: 1_000_000, y: 0)
    session.files["block"] = OpenedPattern(
      name: "block", path: Path(shell.folder.path() + "/block.rle"), pattern: block)
    try await body(&session, shell)
  }

  private static func path(_ name: String, _ shell: Shell) -> String {
    shell.folder.appending(path: name).path()
  }

  @Test func `a pattern that cannot run keeps the name and path of the one before`() async throws {
    let selection = EngineSelection(engine: .tiles)
    var session = try await PlaySession(Self.glider, selection)
    session.model.path = "a.rle"
    var pattern = Art.pattern("OO")
    pattern.statedRule = try RuleAndUniverse(parsing: "345/2/4".utf8).rule
    session.files["gen"] = OpenedPattern(
      name: "gen", path: "gen.rle", pattern: try pattern.packedForRule())
    await session.type(":e gen\n")
    #expect(session.model.note?.isError == true)
    #expect(session.model.path == "a.rle" && session.model.title == "test")
    #expect(session.model.snapshot.population == 5)
  }

  @Test func `opening a pattern forgets what could be undone`() async throws {
    try await Self.session { session, _ in
      await session.type("nn:e block\nu")
      #expect(session.model.note?.text == "nothing to undo")
      #expect(session.model.title == "block" && session.model.snapshot.population == 4)
      await session.type("b")
      #expect(session.model.snapshot.population == 4)
    }
  }

  @Test func `opening a pattern fits the view and begins the populations anew`() async throws {
    try await Self.session { session, _ in
      await session.type("nnn:e block\n")
      let view = session.model.view
      #expect(view.pixel(of: Position(x: 1_000_000, y: 0)).map { $0.x >= 0 } == true)
      #expect(session.model.picture?.view.corner == view.corner)
      #expect(session.model.populations == [4])
      await session.type("nnnr")
      #expect(session.model.populations == [4])
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
      await session.send(.choose("glider"))
      #expect(session.opened.isEmpty)
      await session.type("y" + Self.path("kept.rle", shell) + "\n")
      #expect(session.opened == ["glider"] && session.model.snapshot.population == 4)
      #expect(FileManager.default.fileExists(atPath: Self.path("kept.rle", shell)))
      await session.type("ex:e! block\n")
      #expect(session.opened == ["glider", "block"] && !session.model.isModified)
    }
  }

  @Test func `cells that are drawn while a file is read are kept`() async throws {
    try await Self.session { session, _ in
      session.isHeld = true
      await session.type(":e block\nex")
      await session.answer()
      #expect(session.model.snapshot.population != 4)
      guard case .unsaved(.open) = session.model.overlay else {
        Issue.record("no question")
        return
      }
      await session.type("n")
      await session.answer()
      #expect(session.model.snapshot.population == 4)
    }
  }

  @Test func `a cell that is drawn during a save is unsaved`() async throws {
    try await Self.session { session, shell in
      session.isHeld = true
      await session.type("ex:w \(Self.path("j.rle", shell))\nlx")
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
      await session.type("ex:w \(Self.path("out.rle", shell))\nq")
      #expect(session.exitCode == nil)
      await session.answer()
      #expect(session.exitCode == 0)
      #expect(FileManager.default.fileExists(atPath: Self.path("out.rle", shell)))
    }
    try await Self.session { session, shell in
      session.isHeld = true
      await session.type("ex:w \(Self.path("missing/out.rle", shell))\nq")
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
      await session.type(Self.path("named.rle", shell) + "\n")
      #expect(session.exitCode == 0)
      #expect(FileManager.default.fileExists(atPath: Self.path("named.rle", shell)))
    }
  }

  @Test func `a failed backup is told once and does not stop the run`() async throws {
    try await Self.session { session, _ in
      session.backupFailure = "disk full"
      await session.type("ex\u{1b} ")
      await session.waitForBackup()
      #expect(session.model.isRunning && session.backups == 1)
      #expect(session.model.note?.text.contains("disk full") == true)
      session.model.note = nil
      await session.wait(.milliseconds(300))
      await session.waitForBackup()
      #expect(session.backups == 2 && session.model.note == nil && session.model.isRunning)
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
      #expect(session.model.recent.count == 10)
      for name in ["a.png", "a.svg", "a.gif", "a.ppm"] {
        await session.type(":export \(Self.path(name, shell)) 5\n")
        #expect(session.model.note?.isError == false, "\(name)")
        let size = try Data(contentsOf: shell.folder.appending(path: name)).count
        #expect(size > 100, "\(name)")
      }
      #expect(session.model.note?.text.contains("5 pictures") == true)
      let gif = try Data(contentsOf: shell.folder.appending(path: "a.gif"))
      // Each frame begins with a graphic control extension.
      let frames = gif.ranges(of: Data([0x21, 0xf9, 0x04])).count
      #expect(frames == 5)
      for name in ["", "-", "x", "a.mp4", "/dev/null", "missing/a.png"] {
        await session.type(":export \(name)\n")
        #expect(session.model.note?.isError == true, "\(name)")
      }
      #expect(PlayFiles.open(Self.path("a.png", shell)).pattern?.population ?? 0 > 0)
      // Pictures of another size begin a new recent.
      await session.type("]n")
      #expect(session.model.recent.count < 5)
    }
  }

  @Test func `streams and devices are neither opened nor written`() async throws {
    #expect(PlayFiles.open("-").failure != nil && PlayFiles.open("/dev/zero").failure != nil)
    try await Self.session { session, _ in
      for name in ["-", "/dev/stdout", "/dev/null"] {
        await session.type(":w \(name)\n")
        #expect(session.model.note?.isError == true && session.model.path == nil)
      }
    }
  }

  @Test func `only a file that holds nothing else is saved to`() throws {
    let shell = try Shell()
    defer { shell.remove() }
    let files = [
      ("one.rle", "x = 1, y = 1\no!\n", true), ("note.rle", "x = 1, y = 1\no!\nmade here\n", true),
      ("two.rle", "x = 1, y = 1\no!\n\nx = 2, y = 1\n2o!\n", false),
      ("codes.txt", "xs4_33\nxq4_153\n", false), ("one.cells", "O\n", true),
      ("rle.cells", "x = 1, y = 1\no!\n", false),
    ]
    for (name, text, isTarget) in files {
      try text.write(to: shell.folder.appending(path: name), atomically: true, encoding: .utf8)
      let opened = PlayFiles.open(Self.path(name, shell))
      #expect(opened.failure == nil, "\(name)")
      #expect((opened.path != nil) == isTarget, "\(name)")
    }
    let run = try shell.run("life run one.rle -n 9 --checkpoint one.rle -o /dev/null")
    if run.status == 0 {
      #expect(PlayFiles.open(Self.path("one.rle", shell)).path == nil)
    }
    if Shell.has("zip") {
      #expect(try shell.run("zip -q col.zip note.rle").status == 0)
      let opened = PlayFiles.open(Self.path("col.zip", shell))
      #expect(opened.pattern != nil && opened.path == nil)
    }
  }
}
