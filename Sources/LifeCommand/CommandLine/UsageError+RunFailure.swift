import LifeArguments
import LifeRun

extension UsageError {
  /// A combination of options that ``RunRequest`` or ``RunPlan`` refused.
  init(_ failure: RunFailure) { self.init(failure.message, hint: failure.hint) }
}
