// The pattern and the files of a resumed run.
import LifeAnalysis
package import LifeCore
import LifeFormats
package import LifeIO

extension Checkpoint {
  /// A pattern of this run with the name and the format of the run's input.
  package func loaded(_ pattern: Pattern) -> LoadedPattern {
    LoadedPattern(name: name, index: index, format: format, pattern: pattern)
  }

  private func lastGeneration(of request: RunRequest) -> BigInt {
    switch request.length {
    case .generations(let count): start + count
    case .until(let last): last
    case .condition, .loop: start + BigInt(end?.generations ?? 0)
    }
  }

  /// Every file written by the resumed run, including unfinished parts.
  ///
  /// - Parameters:
  ///   - request: the options of the run.
  ///   - pattern: the pattern of this checkpoint.
  ///   - file: the checkpoint.
  package func files(
    _ request: RunRequest, pattern: Pattern, of file: Path
  ) -> [ResumedFile] {
    var request = request
    request.checkpoint = CheckpointRequest(file: file)
    let input = PlannedInput(loaded(pattern))
    let schedule = Schedule(
      start: start, end: max(start, lastGeneration(of: request)), every: request.interval)
    var files: [ResumedFile] = []
    for output in OutputPlan.all(for: request, input, requested: schedule) {
      let template = folder.resolving(output.target.template)
      if output.target.isNumbered {
        files.append(
          ResumedFile(
            setting: output.setting, path: template, samples: output.schedule.samples,
            exists: false))
        continue
      }
      // The final name is first, the name of a kept file last.
      let paths = OutputPlace.paths(of: template)
      if output.target.isKept, let kept = paths.last {
        files.append(.single(output.setting, path: kept))
      }
      files.append(.single(output.setting, path: paths.first ?? template))
    }
    return files + [.single(.checkpoint, path: file.absolute)]
  }

  /// Why the run cannot be resumed: its unfinished output or its folder is missing. Returns `nil`
  /// if both are there.
  ///
  /// - Parameter files: the result of ``files(_:pattern:of:)``.
  package func problem(_ files: [ResumedFile]) -> Message? {
    let isBegun = (progress.output?.length ?? 0) > 0
    let lacksOutput = isBegun && !files.dropLast().contains(where: \.exists)
    let needed = lacksOutput && exists(folder) ? files[0].path : folder
    if exists(needed) { return nil }
    let lost: Message = needed == folder ? "which" : "where '\(needed)'"
    return "the run was started in '\(folder)', \(lost) is missing: move it back, or run from the "
      + "start"
  }
}

/// A file written by a resumed run.
package struct ResumedFile {
  /// The setting that names the file, for example ``Setting/output``.
  package let setting: Setting
  /// The absolute path; with placeholders if each sample has a file of its own.
  package let path: Path
  /// The maximum number of files, if each sample has its own; `nil` for a single file.
  package let samples: Int?
  package let exists: Bool

  static func single(_ setting: Setting, path: Path) -> ResumedFile {
    ResumedFile(setting: setting, path: path, samples: nil, exists: isRegularFile(path))
  }
}
