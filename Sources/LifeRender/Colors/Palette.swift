/// The colours of a film, at most 256; a pixel is the index of one.
package struct Palette: Hashable, Sendable {
  package private(set) var colors: [Color]
  /// What is under everything.
  package let background: UInt8 = 0
  /// The lines between cells, and every tenth of them.
  private(set) var minorGrid: UInt8 = 0
  private(set) var majorGrid: UInt8 = 0
  /// Letters and what they stand on.
  private(set) var ink: UInt8 = 0
  private(set) var paper: UInt8 = 0

  package static let mostColors = 256

  /// - Parameter colors: the background's, then those of the cells.
  package init(_ colors: [Color]) {
    precondition((1...Self.mostColors).contains(colors.count))
    self.colors = colors
  }

  package subscript(index: UInt8) -> Color { colors[Int(index)] }
}

package extension Palette {
  var isGray: Bool { colors.allSatisfy(\.isGray) }

  /// The least number of bits that an index takes: 1, 2, 4 or 8.
  var bitDepth: Int { colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8 }

  /// Whether each colour is drawn in ink where there is nothing but ink and paper: the grid is not.
  var isInk: [Bool] {
    colors.indices.map { index in
      index != Int(background) && !(hasGrid && [minorGrid, majorGrid].contains(UInt8(index)))
    }
  }

  private var hasGrid: Bool { minorGrid != background }

  /// Adds the colours of lines, or the nearest there are.
  mutating func addGrid() {
    let (dark, light) = (Color.black, Color.white)
    let line = colors[0].luma < 128 ? light : dark
    minorGrid = index(of: colors[0].mixed(with: line, 0.16))
    majorGrid = index(of: colors[0].mixed(with: line, 0.36))
  }

  /// Adds the colours of letters, or the nearest there are.
  mutating func addLabel() {
    let isDark = colors[0].luma < 128
    ink = index(of: isDark ? .white : .black)
    paper = index(of: colors[0].mixed(with: isDark ? .black : .white, 0.5))
  }

  /// The index of a colour, which is added if there is room.
  private mutating func index(of color: Color) -> UInt8 {
    if let known = colors.firstIndex(of: color) { return UInt8(known) }
    if colors.count < Self.mostColors {
      colors.append(color)
      return UInt8(colors.count - 1)
    }
    let nearest = colors.indices.min {
      colors[$0].distance(to: color) < colors[$1].distance(to: color)
    }
    return UInt8(nearest!)
  }
}
