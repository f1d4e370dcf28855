import LifeCore
import LifeIO
@testable import LifePlayer
import LifeRun
import LifeTerminal
import TestSupport
import Testing

/// The notes of the player and their duration.
@Suite struct PlayNoteTests {
  private static let glider = ".O.\n..O\nOOO"

  @Test func `the pattern is identified`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(":identify\n")
    let text = "test: spaceship, c/4 diagonal, period 4 (mod 2), xq4_153 (Glider)"
    #expect(session.model.note?.text == text)
  }

  @Test func `the next action takes an error away`() async throws {
    for keys in ["n", "e", ":2\n", "t"] {
      var session = try await PlaySession(Self.glider)
      await session.type(":nonsense\n")
      #expect(session.row(-1).contains("unknown command"))
      await session.type(keys)
      #expect(!session.row(-1).contains("unknown command"), "\(keys)")
    }
  }

  @Test func `a notice goes after a few seconds, an answer with the next key`() async throws {
    for (line, stays) in [
      ("theme paper", false), ("nonsense", true), ("engine", true), ("identify", true),
      ("rule", true), ("theme", true),
    ] {
      var session = try await PlaySession(Self.glider)
      await session.type(":\(line)\n")
      #expect(!session.row(-1).contains("speed"))
      #expect(session.hasNoteTimer != stays, "\(line)")
      if stays { await session.type("n") } else { await session.send(.timer("note", .zero)) }
      #expect(session.row(-1).contains("speed"))
    }
  }

  @Test func `an answer longer than the screen is shown from its beginning`() async throws {
    var session = try await PlaySession(Self.glider)
    let text = "first " + String(repeating: "words ", count: 1000)
    session.model.note = PlayModel.Note(text: text)
    #expect(session.row(0).contains("first") && session.row(-1).contains("…"))
  }

  @Test func `cells that have left the view are said to be out of it`() async throws {
    var session = try await PlaySession(Self.glider)
    #expect(!session.row(-2).contains("out of view"))
    await session.type(":1000\n")
    #expect(session.row(-2).contains("out of view: f shows it"), "\(session.row(-2))")
    await session.type("f")
    #expect(!session.row(-2).contains("out of view"))
  }

  @Test(arguments: [
    ("speed 1s", "speed 1 s"), ("theme fire", "theme fire"), ("zoom 16:1", "zoom 16:1"),
    ("glyphs ascii", "glyphs ascii"), ("random 40", "40 %"), ("clear", "a new pattern"),
    ("name Bob", "named 'Bob'"), ("comment seen", "comment added"), ("comment", "no comments"),
    ("rule B36/S23", "rule B36/S23"), ("goto 1000", "generation 1,000"), ("12", "generation 12"),
    ("until pop==5", "pop==5 holds"), ("until 2^5", "generation 32"), ("e block", "opened block"),
    ("engine", "engine"),
  ])
  func `each command confirms in a few words`(line: String, text: String) async throws {
    var session = try await PlaySession(Self.glider)
    session.files["block"] = OpenedPattern(name: "block", pattern: Art.pattern("OO\nOO"))
    await session.type(":\(line)\n")
    let note = try #require(session.model.note)
    #expect(!note.isError && note.text.contains(text), "\(note.text)")
  }

  @Test func `a search tells the generation that it has found`() async throws {
    var session = try await PlaySession(".OO\nOO.\n.O.")
    await session.type(":until stable\n")
    #expect(session.model.session.snapshot.generation == 1103)
    #expect(session.model.note?.text == "stable at 1,103")
    await session.type("bb:nn")
    #expect(session.model.playback.arrival == nil)
  }

  @Test(arguments: [("0.5s", 2.0), ("30/s", 30.0), ("2s", 0.5)])
  func `the rate is that of the generations that pass`(speed: String, rate: Double) async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(":speed \(speed)\n ")
    await session.wait(.seconds(5))
    let shown = try #require(session.model.playback.rate)
    #expect(abs(shown / rate - 1) < 0.1, "\(shown)")
    await session.type(" ")
    #expect(session.model.playback.rate == nil)
  }

  @Test func `the rate changes at most twice a second`() async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(":speed 60/s\n ")
    var starts: Set<Duration> = []
    for _ in 0..<180 {
      await session.wait(.milliseconds(16))
      if let start = session.model.playback.rateStart { starts.insert(start.time) }
    }
    #expect((5...7).contains(starts.count), "\(starts)")
  }

  @Test func `a goal of thousands of digits is refused at once`() async throws {
    var session = try await PlaySession(Self.glider)
    for line in ["goto ", "", "until "] {
      await session.type(":")
      await session.send(.paste(line + String(repeating: "7", count: 5000)))
      await session.press(Key(.enter))
      #expect(session.model.note?.text == "expected a generation of at most 10^1000")
      #expect(session.model.playback.goal == nil && session.model.session.snapshot.generation == 0)
    }
  }

  @Test func `a key in the help does what it does elsewhere`() async throws {
    var session = try await PlaySession(Self.glider, width: 100, height: 60)
    await session.type("?n")
    #expect(session.model.overlay == nil && session.model.session.snapshot.generation == 1)
    await session.type("? ")
    #expect(session.model.overlay == nil && session.model.playback.isRunning)
    for keys in ["?", "\u{1b}", "q", "\n"] {
      await session.type("?" + keys)
      #expect(session.model.overlay == nil && session.exitCode == nil, "\(keys)")
    }
    await session.type("?:")
    guard case .prompt? = session.model.overlay else { return #expect(Bool(false), "no prompt") }
  }

  @Test func `help that does not fit scrolls to its end and no farther`() async throws {
    var session = try await PlaySession(Self.glider, width: 50, height: 20)
    await session.type("?")
    let first = session.row(2)
    for _ in 0..<200 { await session.press(Key(.down)) }
    #expect((0..<20).contains { session.row($0).contains(":help") })
    for _ in 0..<PlayHelp.maxScroll(session.model.terminal.size) { await session.press(Key(.up)) }
    #expect(session.row(2) == first)
  }

  @Test func `the picker begins with patterns that everybody knows`() throws {
    let all = PatternLibrary.patterns.map { PlayPicker.ListedPattern(name: $0.name, kind: $0.kind) }
    var picker = PlayPicker(all)
    let first = picker.patterns.prefix(4).map(\.name)
    #expect(first == ["glider", "gosper-gun", "pulsar", "r-pentomino"])
    #expect(Set(picker.patterns) == Set(all) && picker.patterns.count == all.count)
    picker.field.insert("ant")
    #expect(picker.choice?.name == "langtons-ant")
  }

  @Test(arguments: [
    ("rule HighLif", "did you mean 'HighLife'?"), ("theme blu", "did you mean 'blue'?"),
    ("rule 90", "did you mean 'W90'?"),
  ])
  func `a long message is shown to its end, in several lines`(
    line: String, end: String
  ) async throws {
    var session = try await PlaySession(Self.glider)
    await session.type(":\(line)\n")
    let rows = (1...4).reversed().map { session.row(-$0) }
    #expect(rows.joined(separator: " ").split(separator: " ").joined(separator: " ").hasSuffix(end))
    await session.type("n")
    #expect(session.row(-1).contains("speed"))
  }

  @Test(arguments: [("Critters", true), ("B3/S23", false)])
  func `only under a reversible rule, earlier generations have a command`(
    rule: String, isReversible: Bool
  ) async throws {
    let parsed = try Rule(parsing: rule)
    for keys in ["b", ":goto -20\n"] {
      var session = try await PlaySession("OO") { $0.statedRule = parsed }
      await session.type(keys)
      let text = try #require(session.model.note?.text)
      #expect(text.hasPrefix("this is the first generation"))
      #expect(text.contains("life run -n -20") == isReversible)
    }
  }

  @Test func `steps back past an edit say how to return to it`() async throws {
    for keys in ["b", ":10\n"] {
      var session = try await PlaySession(Self.glider)
      await session.type(":50\nexe")
      await session.type(keys)
      #expect(session.model.note?.text == "before your last change; u returns to it")
      #expect(session.model.session.snapshot.population == 5)
      await session.type("b")
      #expect(session.model.note == nil)
      await session.type("uu")
      #expect(session.model.session.snapshot.population != 5)
      #expect(session.model.note == nil)
    }
  }

  @Test func `a slash before the search of the picker is ignored`() {
    var picker = PlayPicker(["glider", "pulsar"].map { .init(name: $0, kind: "own") })
    picker.field.insert("/pul")
    #expect(picker.choice?.name == "pulsar")
  }

  @Test func `comments and names are kept in the file`() async throws {
    let shell = try Shell()
    var session = try await PlaySession(Self.glider)
    let path = shell.folder.appending(path: "a.rle").path()
    await session.type(":name Bird\n:comment It flies.\n:comment Far.\n:w \(path)\n")
    let notes = try #require(PlayFiles.open(path).pattern).notes
    #expect(
      notes == [
        .init(.name, text: Array("Bird".utf8)), .init(.comment, text: Array("It flies.".utf8)),
        .init(.comment, text: Array("Far.".utf8)),
      ])
    await session.type(":comment\n:w\n")
    #expect(try #require(PlayFiles.open(path).pattern).notes(.comment).isEmpty)
  }
}
