// Grammar: "MAP" and 86, 22 or 6 characters of base 64, six bits each, most significant first; the
// first bit is index 0 of the table.
//
// - SeeAlso: <https://golly.sourceforge.io/Help/Algorithms/QuickLife.html#map>
extension TwoStateRule {
  /// The cells in the order of their bits in an index of a `MAP` table, most significant first.
  /// Each is given as its bit in a ``MooreMap`` index, for example 16 for the cell itself.
  private static func order(_ neighborhood: Neighborhood, isMirrored: Bool) -> [Int] {
    switch neighborhood {
    case .moore: [256, 128, 64, 32, 16, 8, 4, 2, 1]
    case .vonNeumann: [128, 32, 16, 8, 2]
    case .tripod: [128, 32, 16, 1]
    // Golly reads hexagonal maps in two orders, mirror images of each other, depending on the
    // algorithm.
    case .hexagonal: isMirrored ? [2, 1, 32, 16, 8, 256, 128] : [256, 128, 32, 16, 8, 2, 1]
    }
  }

  private static let prefix = Array("map".utf8)

  /// Whether a rulestring begins with `MAP`, in capitals or small letters.
  static func isMap(_ text: ArraySlice<UInt8>) -> Bool {
    text.prefix(3).elementsEqual(prefix) { $0 | 0x20 == $1 }
  }

  /// Parses `MAP…`.
  ///
  /// - Parameter isMirrored: whether hexagonal maps list the southern cells first, as in Golly's
  ///   two-state algorithms; its Generations and Super algorithms list the northern cells first.
  /// - Throws: ``RuleError`` with indices of `text`.
  init(map text: ArraySlice<UInt8>, isMirrored: Bool) throws(RuleError) {
    let range = text.startIndex..<text.endIndex
    var code = text.dropFirst(3)
    while code.last == UInt8(ascii: "=") { code = code.dropLast() }
    if let place = code.firstIndex(where: { Base64.value($0) == nil }) {
      throw RuleError(
        "expected a letter, a digit, '+' or '/' in a MAP rule", at: place..<place + 1)
    }
    let neighborhood: Neighborhood
    switch code.count {
    case 86: neighborhood = .moore
    case 22: neighborhood = .hexagonal
    case 6: neighborhood = .vonNeumann
    default:
      throw RuleError(
        "a MAP rule has 86 characters after MAP (or 22 for hexagons, 6 for von Neumann's "
          + "neighborhood), not \(code.count)", at: range)
    }
    let order = Self.order(neighborhood, isMirrored: isMirrored)
    let values = code.compactMap(Base64.value)
    let map = MooreMap { index in
      let own = order.reduce(0) { $0 << 1 | (index & $1 == 0 ? 0 : 1) }
      return values[own / 6] >> (5 - own % 6) & 1 == 1
    }
    self.init(.map(Self.canonical(values, bits: 1 << order.count), neighborhood), map: map)
  }

  /// The text with the unused bits of the last character cleared.
  private static func canonical(_ values: [Int], bits: Int) -> String {
    var values = values
    let unused = values.count * 6 - bits
    values[values.count - 1] &= ~((1 << unused) - 1)
    return "MAP" + String(decoding: values.map(Base64.character), as: UTF8.self)
  }

  /// The same rule, spelled as a map of the Moore neighborhood.
  package var asMap: TwoStateRule {
    let values = (0..<86).map { place in
      (0..<6).reduce(0) { value, bit in
        let index = place * 6 + bit
        return value << 1 | (index < MooreMap.count && map[index] ? 1 : 0)
      }
    }
    return TwoStateRule(.map(Self.canonical(values, bits: MooreMap.count), .moore), map: map)
  }

  /// The same rule, spelled as counts and letters of squares or of hexagons. Returns `nil` if
  /// letters cannot express it.
  package var asCounts: TwoStateRule? {
    [Neighborhood.moore, .hexagonal].lazy.map(asCounts).first { $0.map == map }
  }

  /// The rule by counts and letters that gives a live cell wherever this one does. It takes a
  /// letter if at least one arrangement of that letter gives a live cell here.
  private func asCounts(in neighborhood: Neighborhood) -> TwoStateRule {
    var birth = Configurations(neighborhood)
    var survival = Configurations(neighborhood)
    for index in 0..<MooreMap.count where map[index] {
      let count = (index & neighborhood.mask).nonzeroBitCount
      let configuration: UInt16 = 1 << UInt16(neighborhood.configuration(of: index))
      if index & MooreMap.center == 0 {
        birth.masks[count] |= configuration
      } else {
        survival.masks[count] |= configuration
      }
    }
    return TwoStateRule(birth: birth, survival: survival)
  }
}

/// The characters of base 64 and their values, 0…63.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc4648#section-4>
package enum Base64 {
  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func character(_ value: Int) -> UInt8 { characters[value] }

  static func value(_ character: UInt8) -> Int? { characters.firstIndex(of: character) }

  /// The text of bytes, with padding and without line breaks.
  package static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.endIndex)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let isPadding = place > group.count
        text.append(isPadding ? UInt8(ascii: "=") : characters[bits >> (18 - 6 * place) & 63])
      }
    }
    return text
  }
}
