import LifeArguments
import LifeRun

extension UsageError {
  /// What ``RunRequest``, ``RunPlan`` or ``PatternLoader`` refused, as an error of a command line.
  init(_ failure: RunFailure) {
    self.init(failure.message, hint: failure.hint)
    exitCode = failure.exitCode
  }
}
