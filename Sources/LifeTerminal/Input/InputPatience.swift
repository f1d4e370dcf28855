/// Decides how long to wait for the rest of a sequence or paste that has arrived in part.
///
/// Each byte of a paste extends the wait a little, so a slow line does not cut the paste; keys
/// typed afterwards cannot extend it forever.
package struct InputPatience: Sendable {
  /// When an incomplete sequence is given up; nil if there is none.
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
