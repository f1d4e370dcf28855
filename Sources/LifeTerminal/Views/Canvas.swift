/// A picture of narrow characters, drawn by the program.
public struct Canvas: Hashable, Sendable {
  /// The size in characters.
  public let size: Size
  let cells: [ScreenCell]

  /// - Parameters:
  ///   - size: in characters.
  ///   - cells: row by row; no wide characters.
  public init(size: Size, cells: [ScreenCell]) {
    precondition(cells.count == size.width * size.height)
    self.size = size
    self.cells = cells
  }
}
