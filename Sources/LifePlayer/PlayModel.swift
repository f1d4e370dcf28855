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
    camera.view.appearance.theme = .blue
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
    /// Whether there is only the board and the status line.
    var isAnimation = false

    /// The rows above and below the board: a header, a status line and the keys; on small terminals
    /// the board has everything but the status line.
    var bars: (top: Int, bottom: Int) {
      if isAnimation { return (0, size.height >= 2 ? 1 : 0) }
      if size.height >= 8 { return (1, 2) }
      return size.height >= 2 ? (0, 1) : (0, 0)
    }

    /// The place of the board on the screen.
    var board: Rect {
      Rect(x: 0, y: bars.top, width: size.width, height: size.height - bars.top - bars.bottom)
    }
  }
}
