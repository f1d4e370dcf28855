import LifeAnalysis
import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// The state of `life play`: the screen is a function of it.
struct PlayModel {
  /// What is in front of the board.
  enum Overlay {
    case help(scroll: Int)
    case picker(PlayPicker)
    /// The text after `:`, and what to do after a save that it asks for.
    case prompt(Field, then: Intention? = nil)
    /// Whether to do something that discards unsaved changes.
    case unsaved(Intention)
    case overwrite(Overwriting)
  }

  /// The question whether a file is replaced.
  struct Overwriting: Equatable {
    /// What the file is written for.
    enum Purpose: Equatable {
      case save(then: Intention?)
      case export(count: Int)
    }

    var path: Path
    var conflict: PlayTarget.Conflict
    var purpose: Purpose
  }

  /// What waits until all changes are saved or discarded.
  enum Intention: Equatable {
    case quit
    /// Opens a pattern; in case of unsaved changes it asks, or it refuses.
    case open(String, asks: Bool)
  }

  /// A request without an answer.
  struct Pending {
    var isChange = false
    /// Whether it begins another run: of another pattern, or from the start.
    var restarts = false
    var readsPaste = false
  }

  /// A line for the user.
  struct Note: Equatable {
    var text: String
    var isError = false
  }

  var terminal: Terminal
  var session: Session
  var playback = Playback()
  var camera = Camera()
  var editor = Editor()
  var files = Files()
  /// A line for the user.
  var note: Note?
  var overlay: Overlay?
  /// The entries of the picker. Reading the collection takes 3 ms, so it is read when it is needed.
  let library: @Sendable () -> [PlayPicker.ListedPattern]

  init(
    _ size: Size, title: String,
    library: @escaping @autoclosure @Sendable () -> [PlayPicker.ListedPattern]
  ) {
    self.library = library
    terminal = Terminal(size: size)
    session = Session(title: title)
    camera.useTheme(for: .life)
    resize(size)
  }

  /// Whether edits are not saved.
  var isModified: Bool { session.snapshot.edit != files.savedEdit }

  /// Whether edits are not saved, or are not made yet.
  var hasUnsavedChanges: Bool { isModified || session.hasPendingChanges }

  /// Adapts the view to the size of the terminal; its middle stays.
  mutating func resize(_ size: Size) {
    terminal.size = size
    camera.resize(to: terminal.board)
  }

  /// Zooms around the cursor while editing, else around the middle.
  mutating func zoom(to zoom: Zoom) {
    camera.zoom(to: zoom, around: editor.isEditing ? editor.cursor : nil)
  }

  /// The cell at a character of the screen.
  func cell(at point: Point) -> Position {
    let place = camera.pixel(of: point, on: terminal.board)
    return camera.view.position(x: place.x, y: place.y)
  }

  /// The screen, and what is on it.
  struct Terminal {
    var size: Size
    var isMonochrome = false

    /// The rows above and below the board: a header, a status line and the keys; on small terminals
    /// the board has everything but the status line.
    var bars: (top: Int, bottom: Int) {
      if size.height >= 8 { return (1, 2) }
      return size.height >= 2 ? (0, 1) : (0, 0)
    }

    /// The place of the board on the screen.
    var board: Rect {
      Rect(x: 0, y: bars.top, width: size.width, height: size.height - bars.top - bars.bottom)
    }
  }
}

extension PlayModel {
  /// The files of a session, and which edits they contain.
  struct Files {
    /// The file of the pattern.
    var path: Path?
    /// The file as this session has read or written it.
    var version: FileVersion?
    /// The pictures that this session has written.
    var exports: [Path: FileVersion] = [:]
    /// The edits that the file contains; nil if they are in no file, as after `--recover`.
    var savedEdit: EditNumbers? = EditNumbers()
    /// The first edits of the present pattern.
    var firstEdit = EditNumbers()
    /// The saves without an answer.
    var saves = 0
    /// What to do when all changes and saves are answered.
    var intention: Intention?
    /// The last edits before a pattern was requested; nil if unsaved changes are to be discarded.
    var editBeforeOpening: EditNumbers?
    /// The revision of the universe that the last backup contains.
    var backupRevision = 0
    var isBackingUp = false
    var hasToldBackupFailure = false
    /// Whether the session ends when the discarded changes are written.
    var isQuitting = false
    /// A line for the user at the start.
    var greeting: String?
  }
}

extension PlayModel {
  /// The universe as far as the simulation has answered.
  struct Session {
    var title: String
    /// The first action.
    var startsWith: PlayAction?
    var snapshot = SimulationSnapshot()
    var picture: SimulationPicture?
    /// Whether the cells have changed since the picture was drawn.
    var isPictureOld = false
    /// The last pictures, for `:export`.
    var recent = RecentPictures()
    /// The requests without an answer, in their order, which is that of the answers.
    var pending: [Pending] = []
    /// Whether a step of many generations is under way.
    var hasLongStep = false
    var populations: [Double] = []

    init(title: String) { self.title = title }

    /// Whether a run may go on: nothing waits for an answer.
    var isIdle: Bool { pending.isEmpty }

    /// Whether changes are not made yet.
    var hasPendingChanges: Bool { pending.contains(where: \.isChange) }
  }
}

extension PlayModel {
  /// What is edited, and where.
  struct Editor {
    var isEditing = false
    var cursor = Position.origin
    var drawnState: State = 1
    /// The corner at which a selection began.
    var anchor: Position?
    var selection: Bounds?
    var isPasting = false
    /// The last cell that a drag has drawn, and the state that it draws.
    var stroke: (cell: Position, state: State)?
    var dragStart: Point?
    var randomSeed: UInt64 = 1

    /// Ends what is under way.
    mutating func reset(isEditing: Bool) {
      self.isEditing = isEditing
      selection = nil
      anchor = nil
      isPasting = false
      stroke = nil
    }

    /// Begins a selection at the cursor.
    mutating func beginSelection() {
      anchor = cursor
      selection = Self.box(cursor, cursor)
    }

    /// Moves the cursor, and a corner of the selection with it.
    mutating func move(to cell: Position) {
      cursor = cell
      if let anchor { selection = Self.box(anchor, cursor) }
    }

    /// The box between two cells, with both.
    private static func box(_ a: Position, _ b: Position) -> Bounds {
      let x = min(a.x, b.x)
      let y = min(a.y, b.y)
      return Bounds(x: x, y: y, width: max(a.x, b.x) - x + 1, height: max(a.y, b.y) - y + 1)
    }
  }
}

extension PlayModel {
  /// How the universe runs.
  struct Playback {
    var isRunning = false
    var speed = PlaySpeed.usual
    /// A generation to reach, at any speed.
    var goal: BigInt?
    /// What is told at the goal, before its number; nil if nothing is.
    var arrival: String?
    /// The condition whose generation is searched for.
    var search: StopCondition?
    /// The generation that was due at a time, from which the next ones are counted.
    var pace: (time: Duration, generation: BigInt)?
    var now = Duration.zero
    /// Generations per second of the time since the last measurement; nil if nothing runs.
    private(set) var rate: Double?
    /// When and where the present measurement of the rate began.
    private(set) var rateStart: (time: Duration, generation: BigInt)?

    /// Ends a run, a step and a search.
    mutating func stop() {
      isRunning = false
      goal = nil
      arrival = nil
      search = nil
      pace = nil
      forgetRate()
    }

    mutating func forgetRate() {
      rate = nil
      rateStart = nil
    }

    /// Updates the rate, in parts of at least half a second: a number that changes in every frame
    /// cannot be read.
    mutating func measureRate(at generation: BigInt) {
      guard isRunning || goal != nil, let start = rateStart, generation >= start.generation else {
        rate = nil
        rateStart = isRunning || goal != nil ? (now, generation) : nil
        return
      }
      let elapsed = now - start.time
      guard generation > start.generation, elapsed >= .milliseconds(500) else { return }
      rate = (generation - start.generation).double / (elapsed / .seconds(1))
      rateStart = (now, generation)
    }
  }
}
