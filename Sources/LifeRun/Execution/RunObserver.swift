/// Receives what a run reports while it works.
package protocol RunObserver: AnyObject {
  /// Whether progress is displayed. The run then advances in steps of at most about a second.
  var showsProgress: Bool { get }
  /// Displays the progress in place of the last one.
  func show(_ progress: any CustomStringConvertible)
  /// Removes the displayed progress.
  func clear()
  /// Tells the user something about the result.
  func note(_ text: String)
  /// Answers a status request (SIGUSR1) about a run.
  func answer(_ progress: any CustomStringConvertible, about title: String)
}
