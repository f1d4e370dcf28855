internal import LifeArguments
internal import LifeIO
package import LifeRun
internal import LifeRender

/// The run of a checkpoint: its command, and every file that resuming writes.
package struct InterruptedRun {
  fileprivate let checkpoint: Checkpoint
  fileprivate let files: [ResumedFile]
  /// Why the run cannot be resumed, if its command line is invalid.
  let problem: String?

  package init(of checkpoint: Checkpoint, writing files: [ResumedFile], problem: String?) {
    self.checkpoint = checkpoint
    self.files = files
    self.problem = problem
  }

  var folder: Path { checkpoint.folder }
  var command: String {
    checkpoint.words.map { "\(Argument(bytes: $0))" }.joined(separator: " ")
  }
  var writes: [String] { files.map { "\($0.path) (\($0.remarks))" } }

  static let schema = Schema<InterruptedRun> {
    Property("command", "the words of its command line") { run in
      run.checkpoint.words.map { Path(bytes: $0) }
    }
    Property("folder", "the folder in which it ran") { $0.folder }
    Property("samples", "the number of samples that it has written") {
      $0.checkpoint.progress.samples
    }
    Property("writes", "the files that resuming writes", listing: ResumedFile.schema) { $0.files }
    Property("problem", "why it cannot be resumed") { $0.problem }
  }
}
