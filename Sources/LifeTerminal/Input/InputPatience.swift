/// When the input of an ``InputDecoder`` that ends in the middle of something is taken as it is.
///
/// Each byte extends the time of a paste a little, so that a paste over a slow line is not cut and
/// keys that are typed do not extend it for ever.
package struct InputPatience: Sendable {
  /// Nil if nothing is incomplete.
  package private(set) var end: Duration?
  private var isPasting = false

  package init() {}

  private static let perPastedByte = Duration.milliseconds(10)

  /// Takes note of bytes that a decoder has received.
  package mutating func receive(_ count: Int, at now: Duration, by decoder: InputDecoder) {
    let latest = decoder.patience.map { now + $0 }
    if isPasting, decoder.isPasting, let latest, let end {
      self.end = min(latest, end + Self.perPastedByte * count)
    } else {
      end = latest
    }
    isPasting = decoder.isPasting
  }

  package func isOver(at now: Duration) -> Bool { end.map { now >= $0 } ?? false }
}
