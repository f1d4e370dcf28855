package import LifeIO

/// Refuses outputs of a command that would overwrite each other or an input.
package enum OutputClash {
  /// Refuses two outputs in one file.
  ///
  /// - Throws: ``RunFailure`` of kind `usage`.
  package static func refuse(
    _ option: String, path: Path, withOption otherOption: String, path otherPath: Path
  ) throws(RunFailure) {
    guard let identity = OutputIdentity(path),
      OutputIdentity(otherPath)?.clashes(with: identity) == true
    else { return }
    throw failure(option, path: path, withOption: otherOption, path: otherPath)
  }

  static func failure(
    _ option: String, path: Path, withOption otherOption: String, path otherPath: Path
  ) -> RunFailure {
    let isPart = [path, otherPath].contains { $0.fileExtension == "part" }
    return RunFailure(
      .usage,
      "\(option) '\(path)' and \(otherOption) '\(otherPath)' would write the same file; "
        + "use different names" + (isPart ? " (an unfinished NAME is .NAME.part)" : ""))
  }

  /// Refuses an output that would replace an input.
  ///
  /// - Throws: ``RunFailure`` of kind `usage`.
  package static func refuse(
    _ option: String, path: Path, replacing input: Path
  ) throws(RunFailure) {
    guard !input.isStandardStream, let identity = OutputIdentity(path),
      OutputIdentity(input)?.clashes(with: identity) == true
    else { return }
    throw failure(option, path: path, replacing: input)
  }

  static func failure(_ option: String, path: Path, replacing input: Path) -> RunFailure {
    RunFailure(
      .usage,
      "\(option) '\(path)' would replace the input '\(input)'; write to another name or folder")
  }
}
