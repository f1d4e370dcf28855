/// An error of a command with a valid command line.
package protocol Failure: Error {
  var exitCode: ExitCode { get }
  /// The message for standard error, without its last line feed.
  var report: String { get }
}
