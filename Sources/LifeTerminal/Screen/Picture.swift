/// An image that stands in place of characters.
public struct Picture: Hashable, Sendable {
  /// The size in characters.
  public let size: Size
  /// The size of a character in pixels.
  public let cell: Size
  /// Indices into the palette, row by row.
  let indices: [UInt8]
  /// The colors, 1 to 256.
  public let palette: [TerminalColor]

  /// - Parameters:
  ///   - size: the size in characters.
  ///   - cell: the size of a character in pixels.
  ///   - indices: the palette indices of the pixels, row by row, `size.width * cell.width` in each.
  ///   - palette: 1 to 256 colors.
  public init(size: Size, cell: Size, indices: [UInt8], palette: [TerminalColor]) {
    precondition(indices.count == size.width * cell.width * size.height * cell.height)
    precondition((1...256).contains(palette.count))
    self.size = size
    self.cell = cell
    self.indices = indices
    self.palette = palette
  }

  var width: Int { size.width * cell.width }
}
