import Foundation
import TestSupport
import Testing

/// Small files with huge universes and quadtrees.
@Suite(.needsOptimization) struct HugeSizeTests {
  @Test(.runsProgram, arguments: ["K10000000*,1", "T10000000+7,1", "C10000000,1"])
  func `a narrow universe needs no copies of its edges`(universe: String) throws {
    let start = "printf 'x = 3, y = 1\n3o!' | life run - -n 1 -q --universe '\(universe)' -e"
    let board = try result(of: "\(start) bitmap")
    #expect(board.status == 65)
    #expect(board.errors.contains("has more edge than area"), "\(board.errors)")
    let memory = Effort.isSanitized ? "" : "ulimit -v 400000; "
    let any = try result(of: "(\(memory)\(start) auto)")
    #expect(any.status == 0 && any.text.contains("rule = B3/S23:\(universe)"), "\(any.errors)")
    #expect(any.text == (try result(of: "\(start) reference")).text)
  }

  /// A macrocell file of 2^`levels` × 2^`levels` live cells, with one line per level.
  private func full(_ levels: Int) -> String {
    let leaf = String(repeating: "********$", count: 8)
    let squares = (4...levels).map { level in
      "\(level)" + String(repeating: " \(level - 3)", count: 4)
    }
    return (["[M2] (life)", leaf] + squares).joined(separator: "\n") + "\n"
  }

  private func tree(levels: Int, line: String) async throws -> Shell.Result {
    let shell = try Shell()
    try Data(full(levels).utf8).write(to: shell.folder.appending(path: "full.mc"))
    return try await shell.session(line)
  }

  @Test func `a quadtree is expanded only inside the universe`() async throws {
    let result = try await tree(levels: 40, line: "life info full.mc --lenient --universe T100")
    #expect(result.text.contains("population  10000\n"), "\(result.text) \(result.errors)")
    #expect(
      result.errors.contains("outside the universe T100,100 and are left out"), "\(result.errors)")
  }

  @Test(.takesLong)
  func `a quadtree that fills a large universe is refused at once`() async throws {
    let result = try await tree(levels: 40, line: "life info full.mc --universe T1000000000")
    #expect(result.status == 75)
    #expect(result.errors.contains("'--limit cells=N'"), "\(result.errors)")
  }

  @Test(arguments: ["convert full.mc turned.rle --rotate 90", "paste full.mc glider"])
  func `a quadtree that is too large to expand is refused at once`(command: String) async throws {
    let result = try await tree(levels: 60, line: "life \(command); echo $?; ls")
    #expect(result.errors.contains("out of memory for the pattern"), "\(result.errors)")
    #expect(result.text == "75\nfull.mc\n")
  }

  @Test func `the memory limit of LIFE_LIMITS applies`() async throws {
    let line = "LIFE_LIMITS=memory=20M life run glider -n 1 -e bitmap --universe T30000 -q"
    let result = try await Shell().session(line)
    #expect(result.status == 75)
    #expect(result.errors.contains("out of memory for the board"), "\(result.errors)")
  }
}
