/// A file that the runs of several patterns write together: a page, a plot or a table.
package protocol SharedOutput: AnyObject {
  /// Completes the file.
  ///
  /// - Returns: what was written; nil if no run has written anything, or to standard output.
  /// - Throws: ``FileFailure``.
  func finish() throws -> WrittenOutput?
}

extension RunRequest {
  /// The file that several patterns share; nil if each has its own.
  ///
  /// - Throws: ``FileFailure``.
  package func makeSharedOutput() throws -> (any SharedOutput)? {
    if let page = RecordingPage(self) { return page }
    if let plot = SharedPlot(self) { return plot }
    return try TableFile(self)
  }
}
