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

  /// As in `0xrrggbb`.
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

  /// How light the colour is; a gray's own level.
  ///
  /// - SeeAlso: ITU-R BT.601, whose weights these are.
  var luma: UInt8 {
    let sum: Int = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return UInt8((sum + 500) / 1000)
  }

  /// A colour on the way from this one to another: this one at 0, the other at 1.
  func mixed(with other: Color, _ share: Double) -> Color {
    let part = { (from: UInt8, to: UInt8) in
      UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// How different two colours look, roughly.
  func distance(to other: Color) -> Int {
    let (r, g, b) = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return 3 * r * r + 6 * g * g + b * b
  }

  /// Luma and the two differences, as video has them: 16 to 235, and 16 to 240 around 128.
  ///
  /// - SeeAlso: ITU-R BT.601.
  var video: (y: UInt8, u: UInt8, v: UInt8) {
    let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
    return (
      UInt8((16 + 65.481 * r + 128.553 * g + 24.966 * b).rounded()),
      UInt8((128 - 37.797 * r - 74.203 * g + 112 * b).rounded()),
      UInt8((128 + 112 * r - 93.786 * g - 18.214 * b).rounded())
    )
  }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`.
  package var description: String {
    let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "#" + digits.joined()
  }
}

/// Colours that follow each other evenly, with everything between them.
struct Ramp: Hashable, Sendable {
  let stops: [Color]

  init(_ stops: Color...) { self.stops = stops }
  init(_ stops: [Color]) { self.stops = stops }

  /// The colour at a place from 0 to 1.
  subscript(place: Double) -> Color {
    let steps = Double(stops.count - 1)
    let index = min(Int(place * steps), stops.count - 2)
    guard stops.count > 1 else { return stops[0] }
    return stops[index].mixed(with: stops[index + 1], place * steps - Double(index))
  }

  /// `count` colours, the first and the last stop among them.
  func colors(_ count: Int) -> [Color] {
    guard count > 1 else { return [stops[0]].filter { _ in count == 1 } }
    return (0..<count).map { self[Double($0) / Double(count - 1)] }
  }

  /// The same, but so that the first ones differ most: most cells die young.
  func earlyColors(_ count: Int) -> [Color] {
    guard count > 1 else { return colors(count) }
    return (0..<count).map { self[(Double($0) / Double(count - 1)).squareRoot()] }
  }
}
