import LifeAnalysis
import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// The state of `life play`, which determines the screen.
struct PlayModel {
  /// The panel over the board.
  enum Overlay {
    case help(scroll: Int)
    case picker(PlayPicker)
    /// The text after `:`, and the intention after a save.
    case prompt(Field, then: Intention? = nil)
    /// The question whether to discard unsaved changes.
    case unsaved(Intention)
    case overwrite(Overwriting)
  }

  /// The question whether to replace a file.
  struct Overwriting: Equatable {
    /// The purpose of writing the file.
    enum Purpose: Equatable {
      case save(then: Intention?)
      case export(count: Int)
    }

    var path: Path
    var conflict: PlayTarget.Conflict
    var purpose: Purpose
  }

  /// An action that waits until all changes are saved or discarded.
  enum Intention: Equatable {
    case quit
    /// Opens a pattern. If there are unsaved changes, it asks, or else refuses.
    case open(String, asks: Bool)
  }

  /// A request that is not answered yet.
  struct Pending {
    var isChange = false
    /// Whether it begins a new run, of another pattern or from the start.
    var restarts = false
    var readsPaste = false
  }

  /// A message in the bottom line of the screen.
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
  var note: Note?
  var overlay: Overlay?
  /// The entries of the picker, read when they are needed.
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

  /// Whether there are unsaved edits.
  var isModified: Bool { session.snapshot.edit != files.savedEdit || files.leftEdit != nil }

  /// Whether there are unsaved or pending edits.
  var hasUnsavedChanges: Bool { isModified || session.hasPendingChanges }

  /// Adapts the view to the size of the terminal, keeping its middle.
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

  /// The screen and its parts.
  struct Terminal {
    var size: Size
    var isMonochrome = false

    /// The rows above and below the board: a header, a status line and the keys; small terminals
    /// have only the status line.
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
  /// The files of a session and the edits in them.
  struct Files {
    /// The file of the pattern.
    var path: Path?
    /// The version last read or written by this session.
    var version: FileVersion?
    /// The pictures written by this session.
    var exports: [Path: FileVersion] = [:]
    /// The number of the last saved edit; `nil` if the changes are in no file, for example after
    /// `--recover`.
    var savedEdit: EditNumbers? = EditNumbers()
    /// An unsaved edit before which the user has gone back.
    var leftEdit: EditNumbers?
    /// The edit that opened the present pattern; a save with a smaller number is of an earlier one.
    var openingEdit = EditNumbers()
    /// The number of saves that are not answered yet.
    var saves = 0
    /// The action to carry out when all changes and saves are answered.
    var intention: Intention?
    /// The number of the last edit when a pattern was requested. After a later edit, asks before
    /// opening it. `nil` if the user has agreed to discard all edits.
    var editAtRequest: EditNumbers?
    /// The revision of the universe in the last backup.
    var backupRevision = 0
    var isBackingUp = false
    var hasToldBackupFailure = false
    /// Whether the session ends as soon as the discarded changes are written.
    var isQuitting = false
    /// The note at the start.
    var greeting: String?
  }
}

extension PlayModel {
  /// The universe in the last answer of the simulation, and the pending requests.
  struct Session {
    var title: String
    var firstAction: PlayAction?
    var snapshot = SimulationSnapshot()
    var picture: SimulationPicture?
    /// Whether the cells have changed since the picture was drawn.
    var isPictureOld = false
    /// The last pictures, for `:export`.
    var recent = RecentPictures()
    /// The requests that are not answered yet. Answers come in the same order.
    var pending: [Pending] = []
    /// Whether a step of many generations is pending.
    var hasLongStep = false
    var populations: [Double] = []

    var hasPendingChanges: Bool { pending.contains(where: \.isChange) }
  }
}

extension PlayModel {
  /// The cursor, the selection and the drawn line of the editor.
  struct Editor {
    var isEditing = false
    var cursor = Position.origin
    var drawnState: State = 1
    /// The first corner of the selection.
    var anchor: Position?
    var selection: Bounds?
    var isPasting = false
    /// The last cell of a drag, and the state it draws.
    var stroke: (cell: Position, state: State)?
    var dragStart: Point?
    var randomSeed: UInt64 = 1

    /// Ends a selection, a paste and a drag.
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

    /// Moves the cursor together with a corner of the selection.
    mutating func move(to cell: Position) {
      cursor = cell
      if let anchor { selection = Self.box(anchor, cursor) }
    }

    /// The box with two cells at opposite corners.
    private static func box(_ a: Position, _ b: Position) -> Bounds {
      let x = min(a.x, b.x)
      let y = min(a.y, b.y)
      return Bounds(x: x, y: y, width: max(a.x, b.x) - x + 1, height: max(a.y, b.y) - y + 1)
    }
  }
}

extension PlayModel {
  /// The speed, goal and measured rate of a run.
  struct Playback {
    var isRunning = false
    var speed = PlaySpeed.usual
    /// The generation to reach: of a step or jump, or of the present frame at 2^k per frame.
    var goal: BigInt?
    /// A text to show at the goal, before the number of the generation; `nil` for none.
    var arrival: String?
    /// The condition of the present search.
    var search: StopCondition?
    /// A generation and its due time. The next ones are counted from there.
    var paceStart: (time: Duration, generation: BigInt)?
    var now = Duration.zero
    /// The last measured generations per second; `nil` if nothing runs.
    private(set) var rate: Double?
    /// The time and generation at the start of the present measurement.
    private(set) var rateStart: (time: Duration, generation: BigInt)?

    /// Ends a run, a step and a search.
    mutating func stop() {
      isRunning = false
      goal = nil
      arrival = nil
      search = nil
      paceStart = nil
      forgetRate()
    }

    mutating func forgetRate() {
      rate = nil
      rateStart = nil
    }

    /// Updates the rate at most twice a second: nobody can read a number that changes every frame.
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
