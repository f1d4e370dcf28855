/// For each number of live neighbors, the set of Hensel configurations under which a cell is alive
/// in the next generation.
package struct Configurations: Hashable, Sendable {
  /// Nine masks: bit *k* of element *n* is letter *k* of ``Hensel/letters`` for *n* neighbors.
  package var masks: [UInt16] = Array(repeating: 0, count: 9)

  package init() {}

  /// Whether each count has all its configurations or none.
  package var isTotalistic: Bool {
    (0...8).allSatisfy { masks[$0] == 0 || masks[$0] == Hensel.allConfigurations($0) }
  }

  /// Whether the configuration of a ``MooreMap`` index is in the set; the center is ignored.
  package func contains(_ index: Int) -> Bool {
    let count = (index & Neighborhood.moore.mask).nonzeroBitCount
    return masks[count] >> UInt16(Hensel.configurations[index]) & 1 == 1
  }

  /// The counts with at least one configuration: bit *n* for *n* neighbors.
  package var counts: UInt16 {
    var counts: UInt16 = 0
    for count in 0...8 where masks[count] != 0 { counts |= 1 << UInt16(count) }
    return counts
  }
}

extension Configurations: CustomStringConvertible {
  /// The canonical spelling: digits ascending, letters alphabetical, the missing letters after `-`
  /// where they are fewer.
  package var description: String { (0...8).map { Self.text(count: $0, mask: masks[$0]) }.joined() }

  private static func text(count: Int, mask: UInt16) -> String {
    let all = Hensel.letters[count]
    if mask == 0 { return "" }
    if mask == Hensel.allConfigurations(count) { return "\(count)" }
    let taken = mask.nonzeroBitCount
    // Golly writes seven of thirteen letters rather than the other six.
    let isShort = taken <= all.count / 2 || (taken == 7 && all.count == 13)
    let shown = isShort ? mask : ~mask
    let letters = all.indices.filter { shown >> UInt16($0) & 1 == 1 }.map { all[$0] }
    return "\(count)\(isShort ? "" : "-")\(String(decoding: letters, as: UTF8.self))"
  }
}
