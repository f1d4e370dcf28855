import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

// The board as a picture of the terminal.
extension PlayBoard {
  /// The pixels; nil while the picture has the size of other characters.
  ///
  /// - Parameters:
  ///   - size: of the board, in characters.
  ///   - cell: the pixels of a character.
  func pixels(_ size: Size, _ cell: Size) -> LifeTerminal.Picture? {
    let (width, height) = (picture.view.width, picture.view.height)
    guard width == size.width * cell.width, height == size.height * cell.height else { return nil }
    var palette = picture.palette.map {
      TerminalColor(red: $0.red, green: $0.green, blue: $0.blue)
    }
    var indices = picture.indices
    let most = Palette.mostColors - Mark.Kind.allCases.count
    if !marks.isEmpty, palette.count > most {
      palette.removeLast(palette.count - most)
      indices = indices.map { min($0, UInt8(most - 1)) }
    }
    for mark in marks {
      let number = Self.index(of: mark.kind, in: &palette)
      for y in mark.y.clamped(to: 0..<height) {
        for place in mark.x.clamped(to: 0..<width).lazy.map({ y * width + $0 })
        where mark.kind == .cursor || indices[place] == 0 {
          indices[place] = number
        }
      }
    }
    return LifeTerminal.Picture(size: size, cell: cell, indices: indices, palette: palette)
  }

  /// The index of the color of a mark, which is added to the palette.
  private static func index(of kind: Mark.Kind, in palette: inout [TerminalColor]) -> UInt8 {
    let color = kind == .cursor ? cursorColor : selectionColor
    if let known = palette.dropFirst().firstIndex(of: color) { return UInt8(known) }
    palette.append(color)
    return UInt8(palette.count - 1)
  }

  /// The bytes that show a part of a picture at the cursor.
  static func encode(_ tile: PictureTile, _ format: PictureProtocol) -> [UInt8] {
    guard let graphics = TerminalGraphics(rawValue: format.rawValue) else { return [] }
    let colors = tile.palette.map { color in
      let (red, green, blue) = color.components
      return Color(UInt32(red << 16 | green << 8 | blue))
    }
    let placement = TerminalPlacement(
      columns: tile.size.width, rows: tile.size.height, number: tile.number)
    // What does not fit into memory is not shown.
    let image = try? Image(
      tile.indices, width: tile.width, height: tile.height, scale: 1, Palette(colors))
    let encoded = image.flatMap { try? TerminalImage($0, graphics, over: placement) }
    return encoded?.bytes ?? []
  }
}
