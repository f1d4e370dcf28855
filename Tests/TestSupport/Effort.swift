import Foundation

/// How much a law tries: a short, seeded slice in the ordinary suite, everything in the long one.
public enum Effort {
  /// Whether the long form was asked for (`make laws`).
  public static let isLong = ProcessInfo.processInfo.environment["LIFE_LAWS"] == "long"

  public static func cases(_ short: Int, long: Int) -> Range<Int> { 0..<(isLong ? long : short) }
}
