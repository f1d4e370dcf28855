import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeRun

/// The run of a checkpoint, for `life info`: its command, and every file that resuming writes.
struct InterruptedRun {
  private let checkpoint: Checkpoint
  private let files: [ResumedFile]
  /// Why the run cannot be resumed, if its command line is invalid.
  private let problem: String?

  /// Nil for a pattern that was not read from a checkpoint.
  init?(_ loaded: LoadedPattern) {
    guard let checkpoint = loaded.checkpoint else { return nil }
    self.checkpoint = checkpoint
    do {
      let request = try checkpoint.command().request(words: [])
      files = checkpoint.files(request, loaded.pattern, of: loaded.name)
      problem = nil
    } catch {
      files = []
      problem = (error as? RunFailure)?.message ?? (error as? UsageError)?.message ?? "\(error)"
    }
  }

  /// Rows of a label and a text.
  var rows: [(String, String)] {
    var rows = [
      ("of the run", checkpoint.words.map { "\(Argument(bytes: $0))" }.joined(separator: " ")),
      ("in", "\(checkpoint.folder)"),
    ]
    if let problem { rows.append(("problem", problem)) }
    return rows + files.map { ("writes", "\($0.path) (\($0.remarks))") }
  }

  /// The run as a JSON object.
  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("command", JSONText(array: checkpoint.words.map { JSONText(repairing: $0) })),
      ("folder", JSONText(repairing: checkpoint.folder.bytes)),
      ("samples", JSONText(checkpoint.progress.samples)),
      ("writes", JSONText(array: files.map(\.json))),
    ]
    if let problem { members.append(("problem", JSONText(problem))) }
    return JSONText(object: members)
  }
}

extension ResumedFile {
  fileprivate var remarks: String {
    let count = samples.map { $0 == 1 ? ", 1 file" : ", up to \($0) files" } ?? ""
    return option + count + (exists ? ", exists" : "")
  }

  fileprivate var json: JSONText {
    JSONText(object: [
      (key: "option", value: JSONText(option)),
      (key: "file", value: JSONText(repairing: path.bytes)),
      (key: "samples", value: samples.map { JSONText($0) } ?? .null),
      (key: "exists", value: JSONText(exists)),
    ])
  }
}
