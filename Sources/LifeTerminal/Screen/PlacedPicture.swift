#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A picture and the place of its top-left character.
public struct PlacedPicture: Hashable, Sendable {
  /// The picture.
  public var picture: Picture
  /// The place of its top-left character.
  public var place: Point

  /// The maximum size of a tile in characters. A moving glider should resend few pixels beyond its
  /// own, and the header of an image should stay a small part of it.
  private static let tile = Size(width: 16, height: 8)

  /// The rectangles of the tiles on the screen, row by row.
  var tiles: [Rect] {
    let size = picture.size
    let tile = Self.tile
    return stride(from: 0, to: size.height, by: tile.height).flatMap { y in
      stride(from: 0, to: size.width, by: tile.width).map { x in
        Rect(
          x: place.x + x, y: place.y + y, width: min(tile.width, size.width - x),
          height: min(tile.height, size.height - y))
      }
    }
  }

  /// Whether the tiles of another picture have the same places and palette.
  func isAlike(_ other: PlacedPicture) -> Bool {
    place == other.place && picture.size == other.picture.size
      && picture.cell == other.picture.cell && picture.palette == other.picture.palette
  }

  /// The indices of one row of pixels in a tile.
  private func row(_ y: Int, of rect: Rect) -> Range<Int> {
    let start =
      ((rect.y - place.y) * picture.cell.height + y) * picture.width
      + (rect.x - place.x) * picture.cell.width
    return start..<start + rect.width * picture.cell.width
  }

  /// Whether a tile has equal pixels in another picture, for which ``isAlike(_:)`` holds.
  func isEqual(_ other: PlacedPicture, in rect: Rect) -> Bool {
    // Comparing whole rows instead of pixels takes 19 instead of 34 % of a core (sixels of 1600 ×
    // 960 pixels, 60 frames a second).
    unsafe picture.indices.withUnsafeBytes { pixels in
      unsafe other.picture.indices.withUnsafeBytes { others in
        (0..<rect.height * picture.cell.height).allSatisfy { y in
          let row = row(y, of: rect)
          let one = unsafe UnsafeRawBufferPointer(rebasing: pixels[row])
          let other = unsafe UnsafeRawBufferPointer(rebasing: others[row])
          guard let one = one.baseAddress, let other = other.baseAddress else { return true }
          return unsafe memcmp(one, other, row.count) == 0
        }
      }
    }
  }

  func tile(_ number: Int, in rect: Rect) -> PictureTile {
    var numbers = [Int](repeating: -1, count: 256)
    var palette: [TerminalColor] = []
    var indices: [UInt8] = []
    let height = rect.height * picture.cell.height
    indices.reserveCapacity(height * rect.width * picture.cell.width)
    for y in 0..<height {
      for index in picture.indices[row(y, of: rect)] {
        if numbers[Int(index)] < 0 {
          numbers[Int(index)] = palette.count
          palette.append(picture.palette[Int(index)])
        }
        indices.append(UInt8(numbers[Int(index)]))
      }
    }
    return PictureTile(
      number: number, size: Size(width: rect.width, height: rect.height),
      width: rect.width * picture.cell.width, height: height, indices: indices, palette: palette)
  }
}

/// An image shown instead of characters.
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
  ///   - indices: the palette indices of the pixels, row by row, each of `size.width * cell.width`.
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
