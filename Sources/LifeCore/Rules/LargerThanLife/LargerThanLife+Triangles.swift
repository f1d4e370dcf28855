// Reads and writes triangular rules as counts: `B45/S34L` is `R1,C0,S3-4,B4-5,NL`.
extension LargerThanLife {
  /// The triangles counted by a triangle, each with the suffix of a rulestring.
  ///
  /// - SeeAlso: <https://conwaylife.com/wiki/Triangular_neighbourhood>
  package enum Triangles: String, CaseIterable, Sendable {
    case all = "L"
    case edges = "LE"
    case vertices = "LV"
    case inner = "LI"
    case outer = "LO"
    case biohazard = "LB"
    case radiation = "LR"

    /// Three rows of five around a triangle pointing down. It shares its base with its northern
    /// neighbor. The cells above, below and beside it point up.
    private var drawing: String {
      switch self {
      case .all: "ooooo ooxoo .ooo."
      case .edges: "..o.. .oxo. ....."
      case .vertices: "oo.oo o.x.o .ooo."
      case .inner: "o.o.o .oxo. ..o.."
      case .outer: ".o.o. o.x.o .o.o."
      case .biohazard: ".ooo. ooxoo .o.o."
      case .radiation: "o...o ..x.. ..o.."
      }
    }

    /// The number of neighbors.
    package var count: Int { drawing.count { $0 == "o" } }

    package var neighborhood: Neighborhood {
      guard self != .all else { return Neighborhood(.triangular, range: 1) }
      var cells = Neighborhood(.custom, range: 2)
      cells.tiling = .triangular
      let row = "....."
      let bits = (row + drawing + row).filter { $0 == "o" || $0 == "." }.map { $0 == "o" ? 1 : 0 }
      cells.digits = stride(from: 0, to: bits.count, by: 4).flatMap { start in
        String(bits[start..<start + 4].reduce(0) { 2 * $0 + $1 }, radix: 16).utf8
      }
      return cells
    }
  }

  /// The digits of counts from 0 to 12.
  private static let digits = Array("0123456789xyz")

  static func count(of digit: UInt8) -> Int? {
    digits.firstIndex(of: Character(Unicode.Scalar(digit).properties.lowercaseMapping))
  }

  /// `B45/S34L`, or `34/45/4L` for more than two states.
  func text(_ triangles: Triangles) -> String {
    let text = { (counts: CountSet) in
      String((0...triangles.count).filter(counts.contains).map { Self.digits[$0] })
    }
    let counts =
      states == 2
      ? "B\(text(birth))/S\(text(survival))" : "\(text(survival))/\(text(birth))/\(states)"
    return counts + triangles.rawValue
  }

  /// The same rule, spelled as lists of counts: `R1,C0,S3-4,B4-5,NL`.
  package var asLists: LargerThanLife {
    LargerThanLife(neighborhood, states: states, birth: birth, survival: survival)
  }

  /// Whether a bounded universe counts the columns and rows of triangles from its corner, as Golly
  /// draws `NL`. In the notation of triangles, as in `B45/S34L`, they count from the origin.
  /// Triangles of even parity (column + row) point down.
  package var parityStartsAtCorner: Bool {
    if case .triangles = spelling { false } else { true }
  }
}
