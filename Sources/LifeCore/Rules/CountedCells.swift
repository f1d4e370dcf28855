/// The cells counted by a rule of counts, named by the letters at its end.
enum CountedCells {
  case neighbors(Neighborhood)
  case triangles(LargerThanLife.Triangles)

  /// The cells named by a rulestring, for example `H` in `B2/S34H` or `345/2H/4`, and the place of
  /// the name; without a name, an empty place at the end.
  static func named(in text: ArraySlice<UInt8>) -> (cells: CountedCells, place: Range<Int>) {
    let none = (CountedCells.neighbors(.moore), text.endIndex..<text.endIndex)
    guard let start = text.firstIndex(where: { "hvl".utf8.contains($0 | 0x20) }) else {
      return none
    }
    var name = text[start...].prefix { (0x61...0x7a).contains($0 | 0x20) }
    // States may follow, for example in `B2/S34HC4`.
    if let last = name.last, "CG".utf8.contains(last) { name.removeLast() }
    let suffix = String(decoding: name, as: UTF8.self).uppercased()
    if let triangles = LargerThanLife.Triangles(rawValue: suffix) {
      return (.triangles(triangles), name.indices)
    }
    return Neighborhood(rawValue: suffix).map { (.neighbors($0), name.indices) } ?? none
  }

  /// The maximum count.
  var count: Int {
    switch self {
    case .neighbors(let neighborhood): neighborhood.count
    case .triangles(let triangles): triangles.count
    }
  }

  /// The name and the suffix, for example `hexagonal (H)`.
  var name: String {
    switch self {
    case .neighbors(let neighborhood): "\(neighborhood.name) (\(neighborhood.suffix))"
    case .triangles(let triangles): "triangular (\(triangles.rawValue))"
    }
  }

  /// The possible letters of each count. Returns `nil` if no count has letters.
  var letters: [[UInt8]]? {
    switch self {
    case .neighbors(let neighborhood) where neighborhood == .moore || neighborhood == .hexagonal:
      neighborhood.letters
    default: nil
    }
  }

  /// The mask of all configurations of a count: 1 for triangles, and for counts that are too large.
  func allConfigurations(_ count: Int) -> UInt16 {
    guard case .neighbors(let neighborhood) = self, count <= neighborhood.count else { return 1 }
    return neighborhood.allConfigurations(count)
  }
}
