// Format: https://netpbm.sourceforge.net/doc/pbm.html, and pgm.html and ppm.html beside it

/// The binary Netpbm images, by the digit after their initial `P`.
package enum NetpbmKind: Int {
  /// One bit per pixel, 1 for black; each row begins with a new byte.
  case bits = 4
  /// One byte per pixel, 0 for black.
  case grays
  /// Three bytes per pixel: red, green and blue.
  case colors

  package func header(width: Int, height: Int) -> String {
    "P\(rawValue)\n\(width) \(height)\n" + (self == .bits ? "" : "255\n")
  }
}
