import LifeAnalysis
import LifeRun
import LifeTerminal

/// What the program asks for outside of the model.
enum PlayRequest: Sendable, Equatable {
  /// Changes the universe, and shows it after each request.
  case simulate([SimulationRequest], SimulationView)
  /// Begins a change of the rule, which then takes no time.
  case prepareRule(String)
  case save(PlayTarget)
  /// Writes the backup.
  ///
  /// - Parameter givesWay: whether the next request ends it, so that the user need not wait.
  case backup(givesWay: Bool)
  case removeBackup
  case open(String)
  /// Reads a pattern to paste it.
  case pickUp(String)
  case preview(String, Size)
  case find(StopCondition)
  /// Writes the last pictures, `last` at most.
  case export(RecentPictures, to: PlayTarget, last: Int)
  case cancelSearch
}
