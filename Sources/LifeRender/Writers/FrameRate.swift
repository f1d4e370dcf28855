/// Frames per second as a fraction, for example 30000/1001 for video.
package struct FrameRate: Hashable, Sendable {
  package let numerator: Int
  package let denominator: Int

  package static let usual = FrameRate(30, denominator: 1)

  package init(_ numerator: Int, denominator: Int) {
    precondition(numerator > 0 && denominator > 0)
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether frames are shorter than two centiseconds, the minimum of GIF viewers.
  package var isTooFastForGIF: Bool { numerator > 50 * denominator }

  /// The start time of a frame, in centiseconds, rounded to nearest.
  func centiseconds(ofFrame index: Int) -> Int {
    (200 * index * denominator + numerator) / (2 * numerator)
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
