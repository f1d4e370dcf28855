/// The colors of an image or animation, 1 to 256. A pixel is an index into them: 0 for
/// the background.
package struct Palette: Hashable, Sendable {
  package private(set) var colors: [Color]
  /// The indices of grid lines and of every tenth line. They are the background's without a grid.
  private(set) var minorGrid: UInt8 = 0
  private(set) var majorGrid: UInt8 = 0
  /// The indices of text and of the paper behind it. They are the background's without text.
  private(set) var ink: UInt8 = 0
  private(set) var paper: UInt8 = 0
  /// The index of places outside the universe; the background's if there is no color for them.
  private(set) var outside: UInt8 = 0
  /// The opacities of the first colors, from 0 to 255. All others are opaque.
  var opacities: [UInt8] = []
  /// The tiling that an HTML page draws. Other formats draw that of their ``FrameShape``, unless
  /// this is `.particles`.
  package var tiling = FrameShape.Tiling.squares

  package static let maxColors = 256

  /// - Parameter colors: the background, then the colors of cells.
  /// - Precondition: 1 to 256 colors.
  package init(_ colors: [Color]) {
    precondition((1...Self.maxColors).contains(colors.count))
    self.colors = colors
  }

  package subscript(index: UInt8) -> Color { colors[Int(index)] }

  func opacity(of index: UInt8) -> UInt8 {
    index < opacities.count ? opacities[Int(index)] : 255
  }
}

package extension Palette {
  /// Three bytes for each color: red, green and blue.
  var bytes: [UInt8] { colors.flatMap { [$0.red, $0.green, $0.blue] } }

  var isGray: Bool { colors.allSatisfy(\.isGray) }

  /// The smallest PNG bit depth for all indices: 1, 2, 4 or 8 bits per pixel.
  var bitDepth: Int {
    switch colors.count {
    case ...2: 1
    case ...4: 2
    case ...16: 4
    default: 8
    }
  }

  /// For each color, whether it is set in bilevel output such as PBM or text. The background, the
  /// outside, the grid and the paper of text are not.
  var isInk: [Bool] {
    var isInk = [Bool](repeating: true, count: colors.count)
    isInk[0] = false
    isInk[Int(outside)] = false
    if minorGrid != 0 {
      isInk[Int(minorGrid)] = false
      isInk[Int(majorGrid)] = false
    }
    if ink != paper { isInk[Int(paper)] = false }
    return isInk
  }

  /// Adds the colors of grid lines, one or two. A full palette uses the nearest existing colors.
  mutating func addGrid(hasMajorLines: Bool) {
    let line = colors[0].luma < 128 ? Color.white : .black
    minorGrid = index(of: colors[0].mixed(with: line, share: 0.16))
    majorGrid =
      hasMajorLines ? index(of: colors[0].mixed(with: line, share: 0.36)) : minorGrid
  }

  /// Adds the colors of text: white or black, whichever the background needs. What is behind a
  /// transparent background suits the cells, so text is as dark as they are. A full palette uses
  /// the nearest existing colors.
  mutating func addText(besideCells cell: Color) {
    let opacity = opacity(of: 0)
    let isDark = opacity < 128 ? cell.luma >= 128 : colors[0].luma < 128
    ink = index(of: isDark ? .white : .black)
    paper = index(
      of: colors[0].mixed(with: isDark ? .black : .white, share: 0.5), opacity: opacity)
  }

  /// Adds a color for places outside the universe. No other place has its index. A full palette
  /// gets none.
  mutating func addOutside() {
    guard colors.count < Self.maxColors else { return }
    outside = UInt8(colors.count)
    append(
      colors[0].mixed(with: colors[0].luma < 128 ? .white : .black, share: 0.14),
      opacity: opacity(of: 0))
  }

  private mutating func append(_ color: Color, opacity: UInt8) {
    if opacity < 255 {
      opacities += Array(repeating: 255, count: colors.count - opacities.count) + [opacity]
    }
    colors.append(color)
  }

  /// Adds the colors of another palette. A full palette uses the nearest existing colors.
  ///
  /// - Returns: for each index of the other palette, its index here.
  mutating func add(_ other: Palette) -> [UInt8] {
    other.colors.enumerated().map { index(of: $1, opacity: other.opacity(of: UInt8($0))) }
  }

  /// The index of a color. New colors are appended unless the palette is full.
  ///
  /// - Complexity: O(*n*) in the number of colors.
  private mutating func index(of color: Color, opacity: UInt8 = 255) -> UInt8 {
    let distances = colors.enumerated().map { index, known in
      (abs(Int(self.opacity(of: UInt8(index))) - Int(opacity)), known.distance(to: color))
    }
    let nearest = distances.indices.min { distances[$0] < distances[$1] }!
    if distances[nearest] == (0, 0) || colors.count == Self.maxColors { return UInt8(nearest) }
    append(color, opacity: opacity)
    return UInt8(colors.count - 1)
  }
}
