import LifeAnalysis
import LifeCore
import LifeIO
import LifeRun
import LifeTerminal

/// Everything that changes the model.
enum PlayMessage: Sendable {
  case action(PlayAction)
  /// A key for what is open, such as a field.
  case key(Key)
  case mouse(Mouse)
  case paste(String)
  case resize(Size)
  /// The terminal shows pictures; the size of a character in pixels.
  case pictures(cell: Size)
  case timer(String, Duration)
  case snapshot(SimulationSnapshot)
  case saved(SavedPattern)
  /// The changes are kept as discarded ones.
  case discarded
  case opened(OpenedPattern)
  case pickedUp(OpenedPattern)
  case found(FoundGeneration)
  case identified(IdentifiedPattern)
  case preview(PlayPicker.Preview)
  case exported(ExportedPictures)
  case setSpeed(PlaySpeed)
  case choose(String)
}

typealias PlayEffect = Effect<PlayRequest>

/// Pictures that were written, or why they were not.
struct ExportedPictures: Sendable {
  var path: Path
  /// The number of pictures: what was asked for, or what was written.
  var count: Int
  /// The file as it was written.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var failure: String?
}

/// The generation at which a condition holds.
struct FoundGeneration: Sendable {
  var condition: StopCondition
  /// The generation; nil if it was not found.
  var generation: BigInt?
  /// The number of generations that were searched.
  var limit = 0
  var isCancelled = false
  var failure: String?
}

/// What the present pattern is, or why that is not known.
struct IdentifiedPattern: Sendable {
  /// A line as of `life identify`; nil if another search has begun.
  var text: String?
  var failure: String?
}

/// A pattern that was read, or why it was not.
struct OpenedPattern: Sendable {
  var name: String
  var path: Path?
  /// The file as it was when it was read.
  var version: FileVersion?
  var pattern: Pattern?
  var failure: String?
}

/// A pattern that was written, or why it was not.
struct SavedPattern: Sendable {
  /// The file; nil for the backup.
  var path: Path?
  /// The file as it was written.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var edit = EditNumbers()
  var failure: String?
}

/// What the program asks for outside of the model.
enum PlayRequest: Sendable, Equatable {
  /// Changes the universe and shows it.
  case simulate(SimulationRequest, SimulationView)
  case save(PlayTarget)
  /// Writes the backup.
  case backup
  case removeBackup
  /// Keeps the changes, which the user gives up, until the next session ends.
  case discard
  case open(String)
  /// Reads a pattern to paste it.
  case pickUp(String)
  case preview(String, Size)
  case find(StopCondition)
  /// Identifies the pattern, whose title begins the answer.
  case identify(Path)
  /// Writes the last pictures, `last` at most.
  case export(RecentPictures, to: PlayTarget, last: Int)
  case cancelSearch
}
