import LifeCore

/// The progress of writing a file or of other work after stepping.
package struct WritingProgress: CustomStringConvertible {
  /// Such as `writing gun.rle`.
  let work: String
  var bytes = 0
  /// The part that is done, 0 to 1; nil if it is unknown.
  var fraction: Double?
  /// The time since the work began.
  var seconds = 0.0

  package var description: String {
    var text = work
    if bytes > 0 { text += ": \((Double(bytes) / 1e6).threeDigits) MB" }
    guard let fraction, fraction > 0 else { return text }
    return text + ", \(Int(fraction * 100)) %" + RunProgress.left(seconds / fraction - seconds)
  }
}
