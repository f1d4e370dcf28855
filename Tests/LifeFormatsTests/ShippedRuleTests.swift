import Foundation
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// The rule files that come with the program.
@Suite struct `Rules that come along` {
  private static let folder = Project.root.appending(path: "patterns/rules")

  private static func rule(_ name: String) throws -> RuleTable {
    let file = folder.appending(path: "\(name).rule")
    return try RuleFile.read(ByteReader(opening: Path(file.path())), name: name).table
  }

  @Test func `can all be read, and name their states`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(files.count >= 2)
    for file in files {
      let name = file.replacingOccurrences(of: ".rule", with: "")
      let rule = try Self.rule(name)
      #expect(rule.legend.names.count == rule.states && rule.legend.colours.count == rule.states)
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      #expect(text.hasPrefix("@RULE \(name)\n"))
    }
  }

  @Test func `wires carry electrons`() throws {
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
