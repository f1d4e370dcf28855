internal import LifeFormats
internal import LifeIO

/// An sRGB color with 8 bits per component: 0 is dark, 255 is full intensity.
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

  /// The color `0xrrggbb`. The upper eight bits of `hex` are ignored.
  package init(_ hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  package static let black = Color(gray: 0)
  package static let white = Color(gray: 255)
}

package extension Color {
  var isGray: Bool { red == green && green == blue }

  /// The perceived brightness, from 0 for black to 255 for white.
  var luma: UInt8 { LifeFormats.luma(red: red, green: green, blue: blue) }

  /// Interpolates linearly, per component, from this color (`share` 0) to another (`share` 1).
  func mixed(with other: Color, share: Double) -> Color {
    func mixed(_ from: UInt8, with to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
    }
    return Color(
      red: mixed(red, with: other.red), green: mixed(green, with: other.green),
      blue: mixed(blue, with: other.blue))
  }

  /// A squared distance in RGB, weighted to approximate perceived difference.
  func distance(to other: Color) -> Int {
    let r = Int(red) - Int(other.red)
    let g = Int(green) - Int(other.green)
    let b = Int(blue) - Int(other.blue)
    return 3 * r * r + 6 * g * g + b * b
  }

  /// Y′CbCr in limited range for video: `y` from 16 to 235, `u` and `v` from 16 to 240 with 128 as
  /// neutral.
  ///
  /// - SeeAlso: [ITU-R BT.601](https://www.itu.int/rec/R-REC-BT.601).
  var video: (y: UInt8, u: UInt8, v: UInt8) {
    let r = Double(red) / 255
    let g = Double(green) / 255
    let b = Double(blue) / 255
    return (
      y: UInt8((16 + 65.481 * r + 128.553 * g + 24.966 * b).rounded()),
      u: UInt8((128 - 37.797 * r - 74.203 * g + 112 * b).rounded()),
      v: UInt8((128 + 112 * r - 93.786 * g - 18.214 * b).rounded())
    )
  }
}

extension Color: ExpressibleByIntegerLiteral {
  /// The color `0xrrggbb`.
  package init(integerLiteral hex: UInt32) { self.init(hex) }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`.
  package var description: String { "#" + hexadecimal([red, green, blue]) }
}
