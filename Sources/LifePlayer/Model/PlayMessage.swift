import LifeAnalysis
import LifeCore
import LifeIO
import LifeRun
import LifeTerminal

/// An event that changes the model.
enum PlayMessage: Sendable {
  case action(PlayAction)
  /// An event of the terminal. Keys are only for the open overlay, for example a letter typed
  /// after `:`; others have an action.
  case event(TerminalEvent)
  case snapshot(SimulationSnapshot)
  case saved(SavedPattern)
  /// The unsaved changes are now kept as discarded ones.
  case discarded
  case opened(OpenedPattern)
  case pickedUp(OpenedPattern)
  case found(FoundGeneration)
  /// The pattern was identified, or could not be.
  case identified(PlayModel.Note)
  case preview(PlayPicker.Preview)
  case exported(ExportedPictures)
  case setSpeed(PlaySpeed)
  case choosePattern(String)
}

typealias PlayEffect = Effect<PlayRequest>

/// Exported pictures, or the reason of a failure.
struct ExportedPictures: Sendable {
  var path: Path
  /// The number of written pictures; if none were written, the number of requested ones.
  var count: Int
  let requestedCount: Int
  /// The generation of the last picture.
  var generation: BigInt
  /// The version of the written file.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var failure: String?
}

/// The result of a search for a condition.
struct FoundGeneration: Sendable {
  var condition: StopCondition
  /// The first generation with the condition; `nil` if it was not found.
  var generation: BigInt?
  var searchedGenerations = 0
  var isCancelled = false
  var failure: String?
}

/// A loaded pattern, or the reason of a failure.
struct OpenedPattern: Sendable {
  var name: String
  var path: Path?
  /// The version of the file when it was read.
  var version: FileVersion?
  var pattern: Pattern?
  var failure: String?
}

/// A saved pattern, or the reason of a failure.
struct SavedPattern: Sendable {
  /// The file; nil for the backup.
  var path: Path?
  /// The version of the written file.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var edit = EditNumbers()
  var generation: BigInt = 0
  var failure: String?
}

/// A request of the model to the world outside.
enum PlayRequest: Sendable, Equatable {
  /// Changes the universe and shows it.
  case simulate(SimulationRequest, SimulationView)
  case save(PlayTarget)
  /// Writes the backup.
  case backup
  case removeBackup
  /// Keeps the unsaved changes as discarded ones.
  case discard
  case open(String)
  /// Reads a pattern to paste it. If it states no rule, its cells are states of the given one.
  case pickUp(String, Rule)
  case preview(String, Size)
  case find(StopCondition)
  /// Identifies the pattern. The answer begins with the title.
  case identify(Path)
  /// Writes the last pictures, `last` at most.
  case export(RecentPictures, to: PlayTarget, last: Int)
  case cancelSearch
}
