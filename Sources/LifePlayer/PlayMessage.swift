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
  case rulePrepared(String)
  case saved(SavedPattern)
  case opened(OpenedPattern)
  case pickedUp(OpenedPattern)
  case found(FoundGeneration)
  case preview(PlayPicker.Preview)
  case exported(ExportedPictures)
  case setSpeed(PlaySpeed)
  case choose(String)
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

/// The name of a file to write, and the file of that name that may be replaced.
struct PlayTarget: Sendable, Equatable {
  var path: Path
  /// The file as this session has read or written it.
  var known: FileVersion?
  /// Whether any file may be replaced.
  var isForced = false

  /// The same file, which this session may have written since the target was made.
  func known(after earlier: SavedPattern?) -> PlayTarget {
    var target = self
    if known != nil, let earlier, earlier.path == path, let version = earlier.version {
      target.known = version
    }
    return target
  }

  /// Why nothing is written unasked; nil if there is no reason.
  var conflict: Conflict? {
    // Devices and pipes are refused when they are opened.
    guard !isForced, isRegularFile(path), let present = FileVersion(path), present != known
    else { return nil }
    return known == nil ? .exists : .hasChanged
  }

  enum Conflict: Sendable, Equatable {
    case exists
    /// Another program has changed the file.
    case hasChanged
  }
}

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

/// A pattern that was written, or why it was not.
struct SavedPattern: Sendable {
  /// Nil for the backup.
  var path: Path?
  /// The file as it was written.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var edit = EditNumbers()
  /// Whether the backup was not written because other requests came.
  var gaveWay = false
  var failure: String?
}

/// The generation at which a condition holds.
struct FoundGeneration: Sendable {
  var condition: StopCondition
  /// Nil if it was not found.
  var generation: BigInt?
  /// The number of generations that were searched.
  var limit = 0
  var isCancelled = false
  var failure: String?
}

/// What the program asks for outside of the model.
enum PlayRequest: Sendable, Equatable {
  /// Changes the universe, and shows it after each request.
  case simulate([SimulationRequest], SimulationView)
  /// Begins a change of the rule, which then takes no time.
  case prepareRule(String)
  case save(PlayTarget)
  /// - Parameter givesWay: whether another request ends it, which then has not to wait.
  case backup(givesWay: Bool)
  case removeBackup
  case open(String)
  /// Reads a pattern to paste it.
  case pickUp(String)
  case preview(String, Size)
  case find(StopCondition)
  /// Writes the last pictures: their number at most.
  case export(RecentPictures, PlayTarget, Int)
  case cancelSearch
}

typealias PlayEffect = Effect<PlayRequest>
