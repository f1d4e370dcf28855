package import LifeIO

/// One file for the runs of several patterns: a page, a plot or a table.
package protocol SharedOutput: AnyObject {
  /// Completes the file.
  ///
  /// - Returns: the written file; `nil` if no run wrote to it, or for standard output.
  /// - Throws: ``FileFailure``.
  func finish() throws -> WrittenOutput?
}

extension RunRequest {
  /// The shared file of several patterns; `nil` if each has its own.
  ///
  /// - Throws: ``FileFailure``.
  package func makeSharedOutput() throws -> (any SharedOutput)? {
    if let page = RecordingPage(self) { return page }
    if let plot = SharedPlot(self) { return plot }
    return try TableFile(self)
  }
}

/// The images of one run in memory, for callers that want bytes instead of a file.
package final class ImagesInMemory: SharedOutput {
  package let sink = MemorySink()

  package init() {}
  package func finish() -> WrittenOutput? { nil }
}
