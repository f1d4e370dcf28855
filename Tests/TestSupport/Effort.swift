import Foundation
import Testing

/// The amount of testing, by `LIFE_LAWS`:
///
///     fast    few cases of each law, no program,
///             nothing that takes long                 make test, make check
///     brief   few cases of each law                   make test-debug, sanitizers
///             a seeded slice of each law              make test-all
///     long    laws for almost an hour                 make laws
public enum Effort {
  /// Whether to run only fast tests, seconds in total.
  public static let isFast = ProcessInfo.processInfo.environment["LIFE_LAWS"] == "fast"

  /// Whether to run the long form (`make laws`).
  public static let isLong = ProcessInfo.processInfo.environment["LIFE_LAWS"] == "long"

  /// Whether to run few cases of each law, because everything takes long without optimization.
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

  /// Whether a sanitizer is active. It takes far more memory than the program.
  public static let isSanitized = ProcessInfo.processInfo.environment["LIFE_SANITIZER"] != nil

  /// Whether the thread sanitizer is active. It uses files of its own.
  public static let isThreadSanitized =
    ProcessInfo.processInfo.environment["LIFE_SANITIZER"] == "thread"

  /// Whether tests rewrite their golden files (`make golden`).
  public static let updatesGoldenFiles =
    ProcessInfo.processInfo.environment["LIFE_GOLDEN"] == "update"

  /// All numbers of a range, or a few of them in the brief form.
  public static func sample(of range: Range<UInt32>) -> StrideTo<UInt32> {
    stride(from: range.lowerBound, to: range.upperBound, by: isBrief ? 1009 : 1)
  }

  /// A number of repetitions, smaller in the brief form.
  public static func count(_ short: Int, brief: Int) -> Int { isBrief ? brief : short }

  /// The numbers of the cases of a law.
  ///
  /// - Parameter brief: as many as the law needs to have something to check.
  public static func cases(_ short: Int, long: Int, brief: Int = 1) -> Range<Int> {
    0..<(isLong ? long : isBrief ? min(short, brief) : short)
  }
}

extension Trait where Self == ConditionTrait {
  /// For suites and tests with processes of the program.
  public static var runsProgram: Self {
    .enabled(if: !Effort.isFast, "starts the program")
  }

  /// For tests of some tenths of a second or more, which `make test-all` runs.
  public static var takesLong: Self { .enabled(if: !Effort.isFast, "takes long") }

  /// For laws of seconds to minutes, and suites of many command lines, without optimization.
  public static var needsOptimization: Self {
    .enabled(if: !Effort.isFast || Effort.isOptimized, "takes long without optimization")
  }
}
