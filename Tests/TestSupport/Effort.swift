import Foundation
import Testing

/// How much the tests try, by `LIFE_LAWS`:
///
///     fast    one case of each law, and no process    make test, make check
///     brief   one case of each law                    make test-debug, sanitizers
///             a seeded slice of each law              make test-all
///     long    laws for almost an hour                 make laws
public enum Effort {
  /// Whether only tests that take seconds together were asked for.
  public static let isFast = ProcessInfo.processInfo.environment["LIFE_LAWS"] == "fast"

  /// Whether the long form was asked for (`make laws`).
  public static let isLong = ProcessInfo.processInfo.environment["LIFE_LAWS"] == "long"

  /// Whether only a taste was asked for, as without optimization everything takes long.
  public static let isBrief =
    isFast || ProcessInfo.processInfo.environment["LIFE_LAWS"] == "brief"

  /// Whether the tests are optimized.
  fileprivate static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

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

extension Trait where Self == ConditionTrait {
  /// For suites that run the program as a process.
  public static var runsProgram: Self {
    .enabled(if: !Effort.isFast, "runs the program")
  }

  /// For laws that take seconds to minutes without optimization.
  public static var needsOptimization: Self {
    .enabled(if: !Effort.isFast || Effort.isOptimized, "takes long without optimization")
  }
}
