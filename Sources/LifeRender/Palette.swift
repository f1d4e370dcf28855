/// A colour as screens show it, each part from 0 to 255.
package struct Color: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package init(gray level: UInt8) { self.init(red: level, green: level, blue: level) }
}

/// The colours of a film, one per state.
package struct Palette: Hashable, Sendable {
  package var dead: Color
  package var alive: Color

  /// White cells on dark gray, as Golly shows them.
  package static let standard = Palette(dead: Color(gray: 48), alive: Color(gray: 255))

  package init(dead: Color, alive: Color) {
    self.dead = dead
    self.alive = alive
  }
}
