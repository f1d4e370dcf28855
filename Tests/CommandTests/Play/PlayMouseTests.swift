import LifeCore
@testable import LifePlayer
import LifeTerminal
import Testing

@testable import LifeCommand

/// Clicks and drags on the board.
@Suite struct PlayMouseTests {
  @Test func `a click kills a live cell, and a drag from it draws`() async throws {
    var session = try await PlaySession("OO")
    await session.type("e:glyphs ascii\n:zoom 1:1\n")
    let board = session.model.terminal.board
    let first = try #require((0..<80).first { session.model.cell(at: Point(x: $0, y: 12)).x == 0 })
    let row = try #require(
      (board.y..<board.endY).first { session.model.cell(at: Point(x: first, y: $0)).y == 0 })
    func mouse(_ action: Mouse.Action, _ x: Int) -> PlayMessage {
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

  @Test func `a plain number is a speed in generations a second`() async throws {
    var session = try await PlaySession("OO")
    await session.type(":speed 60\n")
    #expect(session.model.note?.text == "speed 60/s")
  }
}
