import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// `life show`: a pattern where one is looking, in the terminal.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Draw a pattern in the terminal."
  static let discussion = """
    Draws what lives, as large as the terminal lets it: as a picture where the terminal says that \
    it takes pictures (kitty, iTerm2, sixel), else in half blocks, two cells in a letter, or in \
    Braille, eight cells in a letter, if that is too large. What is still too large is seen from \
    far away.

    Where the output is no terminal it is plain text, '.' for a dead cell and 'O' for a living \
    one, or 'A', 'B', ... for the states of a rule with more of them.
    """
  static let examples = [
    Example("life show gosper-gun", "A pattern that comes with life:"),
    Example("life show acorn -n 200", "What becomes of it:"),
    Example("life show breeder.mc.gz --scale 1/16 --theme blue", "From far away:"),
    Example("life show glider | cat", "As plain text:"),
  ]
  static var operands: Operands<Self> {
    .oneOrMore("PATTERN", help: "A file, - or the name of a pattern.", appends: \.patterns)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "-n", "--generations", metavar: "N", group: "Run", help: "Run for N generations first.",
        sets: \.generations),
      .value(
        "--as", metavar: "FORM", group: "Output", help: "Draw it so (default: what suits).",
        sets: \.form),
    ]
      + InputOptions.options.map { $0.inside(\.input) }
      + FilmView.shots.filter { $0.declaration.names != ["--track"] }.map { $0.inside(\.film) }
      + FilmView.looks.filter { !["--trail", "--age"].contains($0.declaration.names[0]) }
      .map { $0.inside(\.film) }
  }

  /// What a pattern can be drawn as.
  enum Form: String, Choice {
    case auto, text, blocks, braille, ansi, kitty, iterm, sixel
  }

  var patterns: [Path] = []
  var generations = Count(0)
  var form = Form.auto
  var input = InputOptions()
  var film = FilmView()

  mutating func validate() throws(UsageError) { try film.validate() }

  func run() throws -> ExitCode {
    try reporting { try Batch.run(patterns, show) }
  }

  private func show(_ name: Path) throws -> ExitCode {
    let pattern = try input.load(name, Talk()).pattern
    var stepper = try EngineRoom().start(pattern, generations: generations.value)
    try stepper.advance(by: generations.value)
    let isTerminal = Console.ofProcess.isTerminal(.output)
    let form = form == .auto ? suited(to: stepper, isTerminal: isTerminal) : form
    if form == .text {
      try writeText(try PlainPicture(stepper, pattern.rule, window(stepper, pattern)).text)
      return .ok
    }
    let output = try openOutput(.standardStream)
    try draw(stepper, pattern, form, to: output)
    try output.finish()
    return .ok
  }

  /// The least drawing that is large enough.
  private func suited(to stepper: any Stepper, isTerminal: Bool) -> Form {
    guard isTerminal else { return .text }
    if let graphics = Terminal.graphics { return Form(rawValue: graphics.rawValue) ?? .ansi }
    let room = Self.letters
    guard let box = stepper.bounds, film.zoom == nil else { return .ansi }
    let fits = box.width + 4 <= BigInt(room.columns) && box.height + 4 <= BigInt(2 * room.rows)
    return fits ? .ansi : .braille
  }

  /// What the terminal has room for, a line left for the prompt.
  private static var letters: (columns: Int, rows: Int) {
    let size = Terminal.size ?? (80, 24)
    return (max(2, size.columns), max(2, size.rows - 1))
  }

  /// The pixels that a form has room for.
  private func room(_ form: Form) -> (width: Int, height: Int) {
    let letters = Self.letters
    switch form {
    case .braille: return (letters.columns * 2, letters.rows * 4)
    case .kitty, .iterm, .sixel:
      let pixels = Terminal.pixels ?? (letters.columns * 8, letters.rows * 16)
      return (min(pixels.width, 1600), min(pixels.height * 9 / 10, 1200))
    default: return (letters.columns, letters.rows * 2)
    }
  }

  /// What is shown, in cells.
  private func window(_ stepper: any Stepper, _ pattern: Pattern) -> AbsoluteWindow {
    if case .window(let window)? = film.view { return window }
    let box = stepper.bounds ?? Bounds(x: 0, y: 0, width: 1, height: 1)
    let largest = 1 << 60
    return AbsoluteWindow(
      corner: Position(x: box.x, y: box.y), width: min(box.width.int ?? largest, largest),
      height: min(box.height.int ?? largest, largest))
  }

  private func draw(
    _ stepper: any Stepper, _ pattern: Pattern, _ form: Form, to output: ByteWriter
  ) throws {
    let (window, room) = (window(stepper, pattern), room(form))
    let isPicture = TerminalGraphics(rawValue: form.rawValue) != nil
    let largest = isPicture ? 16 : 1
    let zoom =
      film.zoom
      ?? .farther(
        .fitting(window.width, into: room.width, largest: largest),
        .fitting(window.height, into: room.height, largest: largest))
    var camera = try Camera(
      width: window.width, height: window.height, zoom,
      .steady(window.corner, at: 0, Velocity(x: 0, y: 0, generations: 1)),
      states: pattern.rule.states)
    let frame = try Frame(camera.size)
    try camera.take(stepper, into: frame, film.look.curve)
    if film.look.hasLabel {
      frame.caption = ["gen \(stepper.generation)", "pop \(stepper.population)"]
    }
    let coloring = camera.coloring(film.look, StateColors.usual(for: pattern.rule))
    let picture = try Painter(coloring, film.look, crew: Crew(1)).paint(frame)
    if let graphics = TerminalGraphics(rawValue: form.rawValue) {
      try output.write(TerminalPicture(picture, graphics).bytes)
      return try output.write("\n")
    }
    let kind = FilmKind(rawValue: form.rawValue) ?? .ansi
    var writer = kind.makeWriter(to: output, FilmFormat(camera.size, coloring.palette))
    try writer.append(picture)
  }
}

/// Cells as letters, a line a row.
struct PlainPicture {
  let text: String

  /// What a person can look at; larger patterns are pictures.
  private static let mostCells = 1 << 24

  /// - Throws: ``Failed`` if there are too many cells for text.
  init(_ stepper: any Stepper, _ rule: Rule, _ window: AbsoluteWindow) throws {
    let (cells, overflow) = window.width.multipliedReportingOverflow(by: window.height)
    guard !overflow, cells <= Self.mostCells else {
      throw Failed(
        .usage,
        "life show: \(window.width) × \(window.height) cells are too many for text; show some with "
          + "--view X,Y,WxH, or all from far away with --as braille")
    }
    let letters = Self.letters(rule.states)
    var rows = [[UInt8]](
      repeating: [UInt8](repeating: letters[0], count: window.width), count: window.height)
    let planes = stepper.planes
    stepper.forEachRow(in: window) { y, x, words in
      for column in 0..<min(words.count / planes * 64, window.width - x) {
        let first = column / 64 * planes
        let state = (0..<planes).reduce(0) {
          $0 | Int(words[first + $1] >> UInt64(column % 64) & 1) << $1
        }
        rows[y][x + column] = letters[min(state, letters.count - 1)]
      }
    }
    text = rows.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  /// As in RLE, but a single letter for each; what has none is a `#`.
  private static func letters(_ states: Int) -> [UInt8] {
    if states == 2 { return Array(".O".utf8) }
    return Array(".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#".utf8)
  }
}
