import Foundation
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// The rule files of the program.
@Suite struct ShippedRuleTests {
  private static let folder = Project.root.appending(path: "patterns/rules")

  private static func rule(_ name: String) throws -> RuleTable {
    let file = folder.appending(path: "\(name).rule")
    return try RuleFile.read(ByteReader(opening: Path(file.path())), name: name)
  }

  @Test func `all shipped rules are read and name their states`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(files.count >= 2)
    for file in files {
      let name = file.replacingOccurrences(of: ".rule", with: "")
      let rule = try Self.rule(name)
      #expect(rule.legend.names.count == rule.states && rule.legend.colors.count == rule.states)
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      #expect(text.hasPrefix("@RULE \(name)\n"))
    }
  }

  /// Langton's loop, and the number of live cells while it copies itself, counted by another
  /// program.
  @Test func `a Langton loop makes a copy of itself`() throws {
    let loop = [
      " 22222222", "2170140142", "2022222202", "272    212", "212    212", "202    212",
      "272    212", "21222222122222", "207107107111112", " 2222222222222",
    ]
    let rule = try Self.rule("Langtons-Loops")
    var states: [Cell: State] = [:]
    for (y, line) in loop.enumerated() {
      for (x, digit) in line.utf8.enumerated() where digit > UInt8(ascii: "0") {
        states[Cell(x: x, y: y)] = digit - UInt8(ascii: "0")
      }
    }
    #expect(states.count == 86)
    for _ in 1...151 { states = Self.next(after: states, by: rule) }
    #expect(states.count == 171)
  }

  private static func next(after states: [Cell: State], by rule: RuleTable) -> [Cell: State] {
    let candidates = Set(
      states.keys.flatMap { cell in
        [(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)].map { Cell(x: cell.x + $0.0, y: cell.y + $0.1) }
      })
    var next: [Cell: State] = [:]
    for cell in candidates {
      let around = { (dx: Int, dy: Int) in states[Cell(x: cell.x + dx, y: cell.y + dy)] ?? 0 }
      let state = rule.next(
        around(0, 0), n: around(0, -1), ne: 0, e: around(1, 0), se: 0, s: around(0, 1), sw: 0,
        w: around(-1, 0), nw: 0)
      if state != 0 { next[cell] = state }
    }
    return next
  }

  @Test func `cells of Banks I are born with three neighbors and die at corners`() throws {
    let rule = try Self.rule("Banks-I")
    for living in 0..<16 {
      let around = (0..<4).map { State(living >> $0 & 1) }
      let n = around[0]
      let e = around[1]
      let s = around[2]
      let w = around[3]
      #expect(
        rule.next(0, n: n, ne: 0, e: e, se: 0, s: s, sw: 0, w: w, nw: 0)
          == (living.nonzeroBitCount >= 3 ? 1 : 0))
      let isCorner = living.nonzeroBitCount == 2 && n != s
      #expect(
        rule.next(1, n: n, ne: 0, e: e, se: 0, s: s, sw: 0, w: w, nw: 0) == (isCorner ? 0 : 1))
    }
  }

  @Test func `wires of WireWorld carry electrons`() throws {
    let rule = try Self.rule("WireWorld")
    for heads in 0...8 {
      var cells = RuleTable.Cells9(repeating: 0)
      for lane in 1...8 { cells[lane] = lane <= heads ? 1 : lane % 2 == 0 ? 2 : 3 }
      let expected: [State] = [0, 2, 3, heads == 1 || heads == 2 ? 1 : 3]
      for cell in 0..<4 {
        cells[0] = State(cell)
        #expect(rule.next(cells) == expected[cell])
      }
    }
  }
}
