/// A color gradient through evenly spaced stops with linear interpolation.
struct Ramp: Hashable, Sendable {
  let stops: [Color]

  init(_ stops: Color...) { self.stops = stops }
  init(_ stops: [Color]) { self.stops = stops }

  /// The color at a position from 0 (first stop) to 1 (last stop).
  subscript(position: Double) -> Color {
    guard stops.count > 1 else { return stops[0] }
    let steps = Double(stops.count - 1)
    let index = min(Int(position * steps), stops.count - 2)
    return stops[index].mixed(with: stops[index + 1], share: position * steps - Double(index))
  }

  /// The stops mixed with a color, the more the later: the last stop is that color.
  func fading(to color: Color) -> Ramp {
    let last = Double(max(1, stops.count - 1))
    return Ramp(stops.indices.map { stops[$0].mixed(with: color, share: Double($0) / last) })
  }

  /// `count` evenly spaced colors, including the first and the last stop.
  func colors(_ count: Int) -> [Color] {
    if count < 1 { return [] }
    if count == 1 { return [stops[0]] }
    return (0..<count).map { self[Double($0) / Double(count - 1)] }
  }

  /// Like ``colors(_:)``, with larger steps at the start: most cells die young, so differences
  /// between low ages are most visible.
  func earlyColors(_ count: Int) -> [Color] {
    guard count > 1 else { return colors(count) }
    return (0..<count).map { self[(Double($0) / Double(count - 1)).squareRoot()] }
  }
}
