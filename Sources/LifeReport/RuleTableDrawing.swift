internal import LifeCore

/// A drawing of births and survivals for each number or arrangement of neighbors.
struct RuleTableDrawing {
  let lines: [String]

  init(_ rule: TwoStateRule) {
    let map = rule.map
    if case .wolfram(let number) = rule.spelling {
      let above = (0..<8).reversed()
      lines = [
        "above       " + above.map { Self.threeBits($0) }.joined(separator: " "),
        "born         " + above.map { number >> $0 & 1 == 1 ? "#" : "." }.joined(separator: "   "),
        "survives    always",
      ]
    } else if let shape = Self.counted(rule) {
      let columns = (0...shape.count).map { "\($0)" }
      let row = { (center: Int) in
        (0...shape.count).map { count in
          map[Self.square(count, in: shape) | center] ? "#" : "."
        }
      }
      lines = [
        Self.line("neighbors", cells: columns), Self.line("born", cells: row(0)),
        Self.line("survives", cells: row(MooreMap.center)),
      ]
    } else if rule.isIsotropic {
      lines = Self.byLetters(map)
    } else {
      lines = ["\((0..<MooreMap.count).count { map[$0] }) of 512 neighborhoods give a live cell"]
    }
  }

  private static func threeBits(_ number: Int) -> String {
    [4, 2, 1].map { number & $0 == 0 ? "." : "o" }.joined()
  }

  /// The neighborhood, if the rule depends only on its number of live cells.
  private static func counted(_ rule: TwoStateRule) -> Neighborhood? {
    Neighborhood.allCases.first { shape in
      (0..<MooreMap.count).allSatisfy { index in
        let count = (index & shape.mask).nonzeroBitCount
        return rule.map[index] == rule.map[square(count, in: shape) | index & MooreMap.center]
      }
    }
  }

  /// A 3 × 3 arrangement with the first `count` cells of a neighborhood alive.
  private static func square(_ count: Int, in shape: Neighborhood) -> Int {
    (0..<9).filter { shape.mask >> $0 & 1 == 1 }.prefix(count).reduce(0) { $0 | 1 << $1 }
  }

  private static func line(_ label: String, cells: [String]) -> String {
    label.padded(to: 12) + cells.joined(separator: " ")
  }

  private static func byLetters(_ map: MooreMap) -> [String] {
    var ways: [[Int]] = Array(repeating: [], count: 9)
    for index in 0..<MooreMap.count where index & MooreMap.center == 0 {
      let count = index.nonzeroBitCount
      let way = Int(Hensel.configurations[index])
      while ways[count].count <= way { ways[count].append(0) }
      ways[count][way] = index
    }
    return ["                    born             survives"]
      + (0...8).map { count in
        let letters = Hensel.letters[count].map { $0 == 0 ? "·" : String(UnicodeScalar($0)) }
        let row = { (center: Int) in
          ways[count].map { map[$0 | center] ? "#" : "." }.joined()
        }
        return "\(count)  \(letters.joined().padded(to: 15))  \(row(0).padded(to: 15))  "
          + row(MooreMap.center)
      }
  }
}
