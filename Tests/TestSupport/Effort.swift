import Foundation

/// How much a law tries: a short, seeded slice in the ordinary suite, everything in the long one.
public enum Effort {
  /// Whether the long form was asked for (`make laws`).
  public static let isLong = ProcessInfo.processInfo.environment["LIFE_LAWS"] == "long"

  /// Whether only a taste was asked for, as without optimization everything takes long.
  public static let isBrief = ProcessInfo.processInfo.environment["LIFE_LAWS"] == "brief"

  /// Whether a sanitizer watches, which takes far more memory than the program does.
  public static let isSanitized = ProcessInfo.processInfo.environment["LIFE_SANITIZER"] != nil

  /// Whether it watches for races, which takes files of its own.
  public static let isThreadSanitized =
    ProcessInfo.processInfo.environment["LIFE_SANITIZER"] == "thread"

  /// All numbers of a range; a few of them if only a taste was asked for.
  public static func sample(of range: Range<UInt32>) -> StrideTo<UInt32> {
    stride(from: range.lowerBound, to: range.upperBound, by: isBrief ? 1009 : 1)
  }

  public static func cases(_ short: Int, long: Int) -> Range<Int> {
    0..<(isLong ? long : isBrief ? min(short, 1) : short)
  }
}
