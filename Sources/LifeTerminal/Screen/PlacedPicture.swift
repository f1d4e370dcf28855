#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A picture and the place of its north-western character.
public struct PlacedPicture: Hashable, Sendable {
  /// The picture.
  public var picture: Picture
  /// Its north-western character.
  public var place: Point

  /// The largest size of a tile in characters: small enough that a glider changes few pixels more
  /// than its own, large enough that the header of an image is a small part of it.
  private static let tile = Size(width: 16, height: 8)

  /// The places of the tiles on the screen, in their order.
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

  /// Whether the tiles of another picture have the same places and colors.
  func isAlike(_ other: PlacedPicture) -> Bool {
    place == other.place && picture.size == other.picture.size
      && picture.cell == other.picture.cell && picture.palette == other.picture.palette
  }

  /// The indices of a row of pixels of a tile.
  private func row(_ y: Int, of rect: Rect) -> Range<Int> {
    let start =
      ((rect.y - place.y) * picture.cell.height + y) * picture.width
      + (rect.x - place.x) * picture.cell.width
    return start..<start + rect.width * picture.cell.width
  }

  /// Whether the pixels of a tile equal those of an alike picture.
  func isEqual(_ other: PlacedPicture, in rect: Rect) -> Bool {
    // By whole rows: sixels of 1600 × 960 pixels at 60 frames a second, 34 → 19 % of a core.
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
