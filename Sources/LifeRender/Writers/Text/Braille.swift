extension Unicode.Scalar {
  /// The Braille pattern for eight dots in reading order, starting at the lowest bit. Unicode
  /// numbers the dots differently: three in the left column, three in the right one, then two in
  /// the bottom row.
  ///
  /// - SeeAlso: <https://www.unicode.org/charts/PDF/U2800.pdf>
  package static func braille(_ dots: UInt32) -> Unicode.Scalar {
    let order: [UInt32] = [0, 3, 1, 4, 2, 5, 6, 7]
    let bits = order.indices.reduce(0) { $0 | (dots >> UInt32($1) & 1) << order[$1] }
    return Unicode.Scalar(0x2800 + bits)!
  }
}
