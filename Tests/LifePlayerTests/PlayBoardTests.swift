import LifeCore
@testable import LifePlayer
import LifeRender
@testable import LifeRun
import LifeTerminal
import Testing

/// The board, and clicks and drags on it.
@Suite struct PlayBoardTests {
  @Test func `a click kills a live cell, and a drag from it draws`() async throws {
    var session = try await PlaySession("OO")
    await session.type("e:glyphs ascii\n:zoom 1:1\n")
    let board = session.model.terminal.board
    let first = try #require((0..<80).first { session.model.cell(at: Point(x: $0, y: 12)).x == 0 })
    let row = try #require(
      (board.y..<board.endY).first { session.model.cell(at: Point(x: first, y: $0)).y == 0 })
    func mouse(_ action: Mouse.Action, _ x: Int) -> TerminalEvent {
      .mouse(Mouse(action, with: .left, at: Point(x: first + x, y: row)))
    }
    for (x, population) in [(0, 1), (0, 2), (1, 1), (5, 2)] {
      await session.send(mouse(.press, x))
      #expect(session.model.session.snapshot.population == BigInt(population))
      await session.send(mouse(.release, x))
      #expect(session.model.session.snapshot.population == BigInt(population))
    }
    await session.send(mouse(.press, 0))
    for x in 1...4 { await session.send(mouse(.drag, x)) }
    await session.send(mouse(.release, 4))
    #expect(session.model.session.snapshot.population == 6)
    await session.type("u")
    #expect(session.model.session.snapshot.population == 2)
  }

  @Test func `an area or the selection is filled`() async throws {
    var session = try await PlaySession("OOO\nO.O\nOOO")
    await session.type("e")
    session.model.editor.cursor = Position(x: 1, y: 1)
    for (keys, population) in [("O", 9), ("u", 8), ("AO", 9)] {
      await session.type(keys)
      #expect(session.model.session.snapshot.population == BigInt(population), "\(keys)")
    }
  }

  @Test func `a plain number is a speed in generations a second`() async throws {
    var session = try await PlaySession("OO")
    await session.type(":speed 60\n")
    #expect(session.model.note?.text == "speed 60/s")
  }

  @Test func `cells to be pasted are shown under the cursor, and turn`() async throws {
    var session = try await PlaySession("O", width: 40, height: 12)
    await session.type("e:glyphs ascii\n:zoom 1:1\n:clear\n")
    func shown() -> [String] {
      (1..<10).map { String(session.row($0).drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
    await session.send(.paste("x = 3, y = 1\n3o!"))
    #expect(shown() == ["XOO"])
    await session.type("R")
    #expect(shown() == ["X", "O", "O"])
    await session.type("R<")
    #expect(shown() == ["XOO"])
    #expect(session.model.session.snapshot.population == 0)
    await session.type("\u{1b}")
    #expect(shown() == ["X"])
  }

  @Test func `a picture shows cells to be pasted, too`() async throws {
    var session = try await PlaySession("O", width: 40, height: 12)
    await session.send(.pictures(characterSize: Size(width: 8, height: 16)))
    await session.type("e:clear\n")
    let empty = try #require(session.rendering.pictures.first?.picture)
    await session.send(.paste("x = 3, y = 1\n3o!"))
    let pasted = try #require(session.rendering.pictures.first?.picture)
    await session.type("<")
    #expect(empty != pasted && session.rendering.pictures.first?.picture == pasted)
    await session.type("R")
    #expect(session.rendering.pictures.first?.picture != pasted)
  }

  @Test func `a rule keeps its colors until a theme is chosen, and its names are shown`()
    async throws
  {
    var session = try await PlaySession("O")
    await session.type(":rule LifeHistory\n")
    #expect(session.row(0).contains("golly"))
    await session.type("e2")
    #expect(session.model.note?.text == "draws state 2 dead, was alive")
    #expect(session.row(-2).contains("state 2 dead, was alive"))
    await session.type(":rule B3/S23\n")
    #expect(session.row(0).contains("blue"))
    await session.type(":theme fire\n:rule LifeHistory\n")
    #expect(session.row(0).contains("fire"))
  }

  private static let small = Universe(.torus, width: 4, height: 6)

  @Test(arguments: [(-4, -4, 1), (0, 0, 1), (-40, -20, 1), (-16, -16, 4), (2, 3, 1), (-1, -1, 1)])
  func `exactly the pixels outside the universe are shaded`(x: Int, y: Int, scale: Int) {
    let view = SimulationView(
      corner: Position(x: BigInt(x), y: BigInt(y)),
      zoom: Zoom(pixelsPerCell: 1, cellsPerPixel: scale), width: 9, height: 12)
    let picture = SimulationPicture(
      view: view, indices: Array(repeating: 0, count: 108), palette: [.black])
    var board = PlayBoard(picture: picture, glyphs: .half, isMonochrome: false)
    board.shadeOutside(of: Self.small)
    for row in 0..<12 {
      for column in 0..<9 {
        let cell = Bounds(
          from: view.position(x: column, y: row), width: scale, height: scale)
        let isShaded = board.highlights.contains { $0.x.contains(column) && $0.y.contains(row) }
        #expect(isShaded == (Self.small.part(of: cell) == nil), "\(column), \(row)")
      }
    }
    board.highlights = []
    board.shadeOutside(of: .plane)
    #expect(board.highlights.isEmpty)
  }

  @Test(arguments: ["half", "braille", "sextant", "ascii"])
  func `the outside of a universe is shaded in all characters`(glyphs: String) async throws {
    var session = try await PlaySession("O")
    await session.type(":glyphs \(glyphs)\n")
    let plane = session.rendering.screen[1, 3]
    await session.type(":rule B3/S23:T4,6\n")
    #expect(session.rendering.screen[1, 3] != plane)
  }

  @Test func `a cell outside the universe is not drawn, and nothing has changed`() async throws {
    var session = try await PlaySession("O") { $0.universe = Self.small }
    await session.type("e")
    session.model.editor.cursor = Position(x: 2, y: 0)
    await session.type("x")
    #expect(session.model.note?.text == "outside the universe T4,6" && !session.model.isModified)
    session.model.editor.cursor = Position(x: 1, y: 0)
    await session.type("x")
    #expect(session.model.session.snapshot.population == 2 && session.model.isModified)
  }

  @Test func `cells that a rule or a paste loses are counted`() async throws {
    var session = try await PlaySession(".O.\n..O\nOOO")
    await session.type(":rule B3/S23:T4,4\n")
    let lost = "4 cells lie outside the universe T4,4 and are left out; undo takes this back"
    #expect(session.model.note?.text == "warning: " + lost)
    await session.type("u")
    #expect(session.model.session.snapshot.population == 5)
    await session.type(":rule B3/S23:T40,40\n")
    #expect(session.model.note?.text == "rule B3/S23:T40,40")
    await session.send(.paste("x = 50, y = 1\n50o!"))
    session.model.editor.cursor = Position(x: 0, y: 10)
    await session.type("x")
    let left = "30 cells lie outside the universe T40,40 and are left out"
    #expect(session.model.note?.text == left && session.model.session.snapshot.population == 25)
  }

  @Test func `sextants and Braille have a character for each set of dots`() {
    let sextants = (0..<64).map { PlayBoard.sextant($0) }
    #expect(Set(sextants).count == 64 && !sextants.contains(nil))
    #expect(sextants[1] == "\u{1fb00}" && sextants[62] == "\u{1fb3b}")
    #expect(sextants[22] == "\u{1fb14}" && sextants[43] == "\u{1fb28}")
    let braille = (0..<256).map { Unicode.Scalar.braille($0) }
    #expect(Set(braille).count == 256 && braille[255] == "\u{28ff}")
  }

  @Test func `an empty bounded universe is shown as a whole`() async throws {
    let universe = Universe(.torus, width: 40, height: 30)
    var session = try await PlaySession("") { $0.universe = universe }
    #expect(universe.box.intersection(session.model.camera.view.box) == universe.box)
    await session.type("[[llllf:random 100\n")
    #expect(universe.box.intersection(session.model.camera.view.box) == universe.box)
    #expect(session.model.session.snapshot.population == 1200)
  }

  @Test(arguments: ["r", "b", ":goto 0\n"])
  func `going back before an unsaved edit keeps it until the session asks`(keys: String)
    async throws
  {
    var session = try await PlaySession("OOO")
    await session.type("nexe" + keys)
    #expect(session.model.note?.text == "before your last change; u returns to it")
    #expect(session.model.session.snapshot.generation == 0 && session.model.isModified)
    await session.type("q")
    let isAsking = if case .unsaved(.quit) = session.model.overlay { true } else { false }
    #expect(isAsking)
    await session.type("\u{1b}u")
    #expect(session.model.session.snapshot.generation == 1 && session.model.isModified)
    await session.type("u")
    #expect(!session.model.isModified)
  }

  @Test func `the view moves by at least one cell`() async throws {
    var session = try await PlaySession(".O.\n..O\nOOO")
    await session.type(":zoom 1:32\n")
    let corner = session.model.camera.view.corner
    await session.type("lj")
    #expect(session.model.camera.view.corner == corner.moved(byX: 1, y: 1))
    await session.type("hk")
    #expect(session.model.camera.view.corner == corner)
  }
}
