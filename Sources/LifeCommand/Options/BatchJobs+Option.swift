import LifeArguments
import LifeIO
import LifeRun

extension BatchJobs {
  /// The option `--jobs`.
  static func option<C>(_ path: WritableKeyPath<C, Int?>) -> Option<C> {
    .value(
      "--jobs", metavar: "N", group: "Output",
      help: "With --out-dir, process N files at a time (default: all cores).", sets: path
    ).within(1...1024).rare
  }

  /// - Throws: ``UsageError`` if there is no folder for the results of processes.
  static func check(_ jobs: Int?, folder: Path?) throws(UsageError) {
    if jobs != nil, folder == nil { throw UsageError("--jobs requires --out-dir DIR") }
  }
}
