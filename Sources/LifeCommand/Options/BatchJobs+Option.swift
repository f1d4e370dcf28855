import LifeArguments
import LifeCore
import LifeIO
import LifeRun

extension BatchJobs {
  /// The option `--jobs`.
  static func option<C>(_ path: @autoclosure @escaping LazyPath<C, Count?>) -> Option<C> {
    .value(
      "--jobs", metavar: "N", group: "Output",
      help: "With --out-dir, process N files at a time (default: all cores).", sets: path()
    ).rare
  }

  /// - Throws: ``UsageError`` if the value of `--jobs` is not a number of processes, or if there is
  ///   no folder for results.
  static func check(_ jobs: Count?, folder: Path?) throws(UsageError) {
    guard let jobs else { return }
    if folder == nil { throw UsageError("--jobs requires --out-dir DIR") }
    if jobs.value < 1 || jobs.value > 1024 {
      throw UsageError("--jobs: expected a number from 1 to 1024")
    }
  }
}
