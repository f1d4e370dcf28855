import Foundation
@testable import LifeArguments
import LifeTerminal
import TestSupport
import Testing

/// Screens of `life play` with their expected text; `make golden` rewrites the file.
@Suite struct PlayScreenTests {
  private static let file = Project.root
    .appending(path: "Tests/LifePlayerTests/screens.txt")

  /// A title, the size of the terminal, and the keys to type before the screen is recorded.
  private static let screens: [(title: String, width: Int, height: Int, keys: String)] = [
    ("the start", 80, 24, ""), ("a later generation", 60, 14, "nnnn"),
    ("running", 80, 16, " "), ("editing with a selection", 80, 16, "evlljj"),
    ("pasting", 80, 12, "eAyp"), ("all keys", 100, 46, "?"), ("all keys, narrow", 50, 20, "?"),
    ("the picker", 80, 24, "ogun"), ("a command with completions", 80, 12, ":g"),
    ("a command with its argument", 80, 12, ":speed 0"), ("an error", 80, 12, ":nonsense\n"),
    ("unsaved changes", 80, 16, "exq"), ("Braille", 60, 12, "m"), ("ASCII", 60, 12, "mmm"),
    ("sextants", 60, 12, "mm"), ("zoomed in", 60, 12, "]]]]"), ("zoomed out", 60, 12, "[[["),
    ("40 × 10", 40, 10, ""), ("20 × 3", 20, 3, ""),
    ("1 × 1", 1, 1, ""),
  ]

  private static func text(_ session: PlaySession) -> String {
    let screen = session.rendering.screen
    return (0..<screen.size.height).map { "|\(screen.text(row: $0))" }.joined(separator: "\n")
  }

  @Test func `the screens of a session equal the golden file`() async throws {
    var actual = ""
    for screen in Self.screens {
      var session = try await PlaySession(
        ".O.\n..O\nOOO", width: screen.width, height: screen.height)
      await session.type(screen.keys)
      let keys = screen.keys.replacing("\n", with: "↵")
      actual += "\(screen.title): \(screen.width) × \(screen.height), keys '\(keys)'\n"
      actual += Self.text(session) + "\n\n"
    }
    if Effort.updatesGoldenFiles {
      try actual.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      #expect(try actual == String(contentsOf: Self.file, encoding: .utf8))
    }
  }

  @Test func `a wide status line has the reason for the engine`() async throws {
    let wide = try await PlaySession("OO\nOO", width: 150)
    #expect(wide.row(-2).contains("tiles (") && wide.row(-2).contains(")"))
    let narrow = try await PlaySession("OO\nOO", width: 149)
    #expect(narrow.row(-2).contains("tiles") && !narrow.row(-2).contains("("))
  }
}
