/// For each number of live neighbors, the configurations for birth, or for survival.
package struct Configurations: Hashable, Sendable {
  package let neighborhood: Neighborhood
  /// Nine masks: bit *k* of element *n* is letter *k* of *n* neighbors in
  /// ``Neighborhood/letters``.
  package var masks: [UInt16] = Array(repeating: 0, count: 9)

  package init(_ neighborhood: Neighborhood = .moore) { self.neighborhood = neighborhood }

  /// Whether each count has all its configurations or none.
  package var isTotalistic: Bool {
    (0...neighborhood.count).allSatisfy {
      masks[$0] == 0 || masks[$0] == neighborhood.allConfigurations($0)
    }
  }

  /// Whether the configuration of a ``MooreMap`` index is in the set; the center is ignored.
  package func contains(_ index: Int) -> Bool {
    let count = (index & neighborhood.mask).nonzeroBitCount
    return masks[count] >> UInt16(neighborhood.configuration(of: index)) & 1 == 1
  }
}

extension Configurations: CustomStringConvertible {
  /// The canonical spelling: digits ascending, letters alphabetical, the missing letters after `-`
  /// if they are fewer.
  package var description: String { (0...neighborhood.count).map(text).joined() }

  private func text(count: Int) -> String {
    let mask = masks[count]
    if mask == 0 { return "" }
    if mask == neighborhood.allConfigurations(count) { return "\(count)" }
    let all = neighborhood.letters[count]
    let taken = mask.nonzeroBitCount
    // Golly writes seven of thirteen letters rather than the other six.
    let isShort = taken <= all.count / 2 || (taken == 7 && all.count == 13)
    let shown = isShort ? mask : ~mask
    let letters = all.indices.filter { shown >> UInt16($0) & 1 == 1 }.map { all[$0] }
    return "\(count)\(isShort ? "" : "-")\(String(decoding: letters, as: UTF8.self))"
  }
}
