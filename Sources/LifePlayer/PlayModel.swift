import LifeAnalysis
internal import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// The characters of the board.
package enum PlayGlyphs: String, Choice, CaseIterable {
  /// Two pixels per character.
  case half
  /// Eight pixels per character, in one color.
  case braille
  /// Two by three pixels per character, in one color.
  case sextant
  /// One pixel per character.
  case ascii
  /// A picture with all pixels of the terminal.
  case pixels

  /// The pixels of a character; those of a picture depend on the terminal.
  func pixels(of cell: Size?) -> (width: Int, height: Int) {
    switch self {
    case .half: (1, 2)
    case .braille: (2, 4)
    case .sextant: (2, 3)
    case .ascii: (1, 1)
    case .pixels: cell.map { ($0.width, $0.height) } ?? (1, 2)
    }
  }
}

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
    enum Work: Equatable {
      case save(then: Intention?)
      case export(count: Int)
    }

    var path: Path
    var conflict: PlayTarget.Conflict
    var work: Work
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

  // The terminal
  var size: Size
  var isMonochrome = false
  /// Whether there is only the board and the status line.
  var isAnimation = false
  /// The size of a character in pixels; nil if the terminal does not show pictures.
  var pictureCell: Size?

  // The universe
  var title: String
  var path: Path?
  var snapshot = SimulationSnapshot()
  var picture: SimulationPicture?
  /// The requests without an answer, in their order, which is that of the answers.
  var pending: [Pending] = []
  /// Whether a step of many generations is under way.
  var hasLongStep = false
  var populations: [Double] = []
  /// Generations per second of the time since the last measurement; nil if nothing runs.
  var rate: Double?
  /// When and where the present measurement of the rate began.
  var rateStart: (time: Duration, generation: BigInt)?

  // Running
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

  // The view
  var view: SimulationView
  var glyphs = PlayGlyphs.half
  /// Whether the board becomes a picture when the terminal answers that it shows pictures.
  var prefersPictures = true
  /// The view after the last fit.
  var fittedView: SimulationView?
  /// Whether the first picture is still to be fitted.
  var needsFit = true
  /// The last pictures, for `:export`.
  var recent = RecentPictures()
  /// Whether the cells have changed since the picture was drawn.
  var isPictureOld = false
  /// The first action.
  var startsWith: PlayAction?

  // Editing
  var isEditing = false
  var cursor = Position.origin
  var drawnState: State = 1
  /// The corner at which a selection began.
  var anchor: Position?
  var selection: Bounds?
  var isPasting = false
  /// The last cell of a drag, and the state that it draws.
  var stroke: (last: Position, state: State)?
  var dragStart: Point?
  var randomSeed: UInt64 = 1

  // Files
  /// The file of the pattern as this session has read or written it.
  var version: FileVersion?
  /// The pictures that this session has written.
  var exports: [Path: FileVersion] = [:]
  /// The number of the last edit that the file contains; nil if no file has any.
  var savedEdit: Int? = 0
  /// The first edit of the present pattern.
  var firstEdit = 0
  /// The saves without an answer.
  var saves = 0
  /// What to do when all changes and saves are answered.
  var intention: Intention?
  /// The last edit before a pattern was requested; nil if unsaved changes are to be discarded.
  var editBeforeOpening: Int?
  var backupRevision = 0
  var isBackingUp = false
  var hasToldBackupFailure = false
  /// A line for the user at the start.
  var greeting: String?
  var note: Note?

  /// Whether edits are not saved.
  var isModified: Bool { snapshot.edit != savedEdit }

  /// Whether edits are not saved, or are not made yet.
  var hasUnsavedChanges: Bool { isModified || pending.contains(where: \.isChange) }

  var overlay: Overlay?
  /// The entries of the picker. Reading the collection takes 3 ms, so it is read when it is needed.
  let library: @Sendable () -> [PlayPicker.Entry]

  init(
    _ size: Size, title: String,
    library: @escaping @autoclosure @Sendable () -> [PlayPicker.Entry]
  ) {
    self.size = size
    self.title = title
    self.library = library
    view = SimulationView(corner: .origin, zoom: 0, width: 0, height: 0)
    view.appearance.theme = .blue
    resize(size)
  }
}

// MARK: - Geometry

extension PlayModel {
  /// The rows above and below the board: a header, a status line and the keys; on small terminals
  /// the board has everything but the status line.
  var bars: (top: Int, bottom: Int) {
    if isAnimation { return (0, size.height >= 2 ? 1 : 0) }
    return size.height >= 8 ? (1, 2) : size.height >= 2 ? (0, 1) : (0, 0)
  }

  /// The place of the board on the screen.
  var board: Rect {
    Rect(
      x: 0, y: bars.top, width: size.width, height: size.height - bars.top - bars.bottom)
  }

  /// The pixels of a character.
  var pixels: (width: Int, height: Int) { glyphs.pixels(of: pictureCell) }

  /// The zoom at which a cell is at least a row of characters.
  var editingZoom: Int { -Self.exponent(of: pixels.height) }

  /// The zoom at which patterns of a few cells are shown.
  var nearestFit: Int {
    switch glyphs {
    case .ascii: 0
    case .pixels: 1 + Self.exponent(of: pixels.width)
    default: 1
    }
  }

  /// The smallest power of two, at most the nearest zoom, that is not less than a length.
  static func exponent(of length: Int) -> Int {
    (0..<SimulationView.nearest).first { 1 << $0 >= length } ?? SimulationView.nearest
  }

  /// Adapts the view to the size of the board; its middle stays.
  mutating func resize(_ size: Size) {
    self.size = size
    let (old, pixels) = (view, pixels)
    view.width = board.width * pixels.width
    view.height = board.height * pixels.height
    guard old.width > 0 else { return }
    let half = { (a: BigInt, b: BigInt) in (a - b).floorDivided(by: 2).quotient }
    view.corner.x += half(old.cells(old.width), view.cells(view.width))
    view.corner.y += half(old.cells(old.height), view.cells(view.height))
    view.align()
  }

  /// Changes the scale; the cell at a pixel stays there.
  mutating func zoom(to zoom: Int, x: Int, y: Int) {
    let zoom = max(-SimulationView.nearest, min(SimulationView.farthest, zoom))
    let fixed = view.position(x: x, y: y)
    view.zoom = zoom
    let offset = { (pixels: Int) in zoom >= 0 ? BigInt(pixels) << zoom : BigInt(pixels >> -zoom) }
    view.corner = Position(x: fixed.x - offset(x), y: fixed.y - offset(y))
    view.align()
  }

  /// Zooms around the cursor while editing, else around the middle.
  mutating func zoom(by steps: Int) {
    let middle = (x: view.width / 2, y: view.height / 2)
    let place = isEditing ? view.pixel(of: cursor) ?? middle : middle
    let isVisible = (0..<view.width).contains(place.x) && (0..<view.height).contains(place.y)
    let pixel = isVisible ? place : middle
    zoom(to: view.zoom + steps, x: pixel.x, y: pixel.y)
  }

  /// The cell at a character of the screen.
  func cell(at point: Point) -> Position {
    let pixels = pixels
    return view.position(
      x: (point.x - board.x) * pixels.width, y: (point.y - board.y) * pixels.height)
  }

  /// Moves the view so that the cursor is inside it.
  mutating func showCursor() {
    guard let pixel = view.pixel(of: cursor) else {
      return view.center(on: Bounds(x: cursor.x, y: cursor.y, width: 1, height: 1))
    }
    let size = max(1, 1 << max(0, -view.zoom))
    let distance = { (place: Int, length: Int) in
      place < 0 ? place : max(0, place + size - length)
    }
    let (dx, dy) = (distance(pixel.x, view.width), distance(pixel.y, view.height))
    let zoom = view.zoom
    let cells = { (pixels: Int) -> BigInt in
      if zoom >= 0 { return BigInt(pixels) << zoom }
      let step = 1 << -zoom
      return BigInt(pixels < 0 ? (pixels - step + 1) / step : (pixels + step - 1) / step)
    }
    view.corner.x += cells(dx)
    view.corner.y += cells(dy)
  }

  /// The box between two cells, with both.
  static func box(_ a: Position, _ b: Position) -> Bounds {
    let (x, y) = (min(a.x, b.x), min(a.y, b.y))
    return Bounds(
      x: x, y: y, width: max(a.x, b.x) - x + 1, height: max(a.y, b.y) - y + 1)
  }
}

/// A pattern to choose: search as you type.
struct PlayPicker {
  struct Entry: Hashable, Sendable {
    var name: String
    var kind: String
  }

  var field = Field("", text: "")
  var selected = 0
  let entries: [Entry]
  /// The pattern of the preview, once it is read.
  var preview: Preview?
  /// The pattern that is read for the preview.
  var loading: String?

  struct Preview: Sendable {
    var name: String
    var picture: SimulationPicture?
    var glyphs: PlayGlyphs
    var facts: [String]
  }

  /// Well-known patterns come first.
  init(_ all: [Entry]) {
    let known = Self.wellKnown.compactMap { name in all.first { $0.name == name } }
    entries = known + all.filter { !Self.wellKnown.contains($0.name) }
    field.hint = "type to search"
  }

  private static let wellKnown = [
    "glider", "gosper-gun", "pulsar", "r-pentomino", "acorn", "lwss", "pentadecathlon",
    "simkin-gun", "puffer-1", "copperhead", "sir-robin", "diehard",
  ]

  /// The entries that contain every word of the search; names that begin with it come first.
  var matches: [Entry] {
    let words = field.string.lowercased().split(separator: " ")
    guard let first = words.first else { return entries }
    let found = entries.filter { entry in
      words.allSatisfy { entry.name.hasPart($0) || entry.kind.hasPart($0) }
    }
    let begin = found.filter { $0.name.hasPrefix(first) }.sorted { $0.name.count < $1.name.count }
    return begin + found.filter { !$0.name.hasPrefix(first) }
  }

  var choice: Entry? {
    let matches = matches
    return matches.indices.contains(selected) ? matches[selected] : nil
  }
}
