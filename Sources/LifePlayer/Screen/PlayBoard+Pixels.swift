package import LifeRender
import LifeRun
package import LifeTerminal

// Draws the board as a picture in the terminal.
extension PlayBoard {
  /// The pixels. Returns `nil` if the picture was drawn for another size of board or character.
  ///
  /// - Parameters:
  ///   - size: of the board, in characters.
  ///   - cell: the pixels of a character.
  func pixels(_ size: Size, cell: Size) -> LifeTerminal.Picture? {
    let width = picture.view.width
    let height = picture.view.height
    guard width == size.width * cell.width, height == size.height * cell.height else { return nil }
    var palette = picture.palette.map { TerminalColor(like: $0) }
    var indices = picture.indices
    let most = Palette.maxColors - Highlight.Subject.allCases.count
    if !highlights.isEmpty, palette.count > most {
      palette.removeLast(palette.count - most)
      indices = indices.map { min($0, UInt8(most - 1)) }
    }
    for highlight in highlights {
      let number = Self.index(of: highlight.subject, in: &palette)
      for y in highlight.y.clamped(to: 0..<height) {
        for place in highlight.x.clamped(to: 0..<width).lazy.map({ y * width + $0 })
        where !highlight.subject.isBehindCells || indices[place] == 0 {
          indices[place] = number
        }
      }
    }
    return LifeTerminal.Picture(size: size, characterSize: cell, indices: indices, palette: palette)
  }

  /// Adds the color of a highlight to the palette and returns its index.
  private static func index(of subject: Highlight.Subject, in palette: inout [TerminalColor])
    -> UInt8
  {
    if let known = palette.dropFirst().firstIndex(of: subject.color) { return UInt8(known) }
    palette.append(subject.color)
    return UInt8(palette.count - 1)
  }
}

extension PictureTile {
  /// All pixels of an image, in its own size.
  package init(_ image: Image) throws {
    var indices: [UInt8] = []
    indices.reserveCapacity(image.width * image.height)
    try image.forEachRow { _, row in
      unsafe row.withUnsafeBufferPointer { unsafe indices.append(contentsOf: $0) }
    }
    self.init(
      width: image.width, height: image.height, indices: indices,
      palette: image.palette.colors.map { TerminalColor(like: $0) })
  }

  /// The pixels as a PNG file.
  ///
  /// - Throws: ``MemoryExhausted``.
  package var png: [UInt8] {
    get throws {
      let colors = palette.map { color in
        let (red, green, blue) = color.components
        return Color(UInt32(red << 16 | green << 8 | blue))
      }
      return try Image(indices, width: width, height: height, scale: 1, palette: Palette(colors))
        .png
    }
  }

  /// The PNG of a tile; empty, which shows nothing, if memory runs out.
  @Sendable static func shownPNG(_ tile: PictureTile) -> [UInt8] { (try? tile.png) ?? [] }
}

extension TerminalColor {
  init(like color: Color) { self.init(red: color.red, green: color.green, blue: color.blue) }
}
