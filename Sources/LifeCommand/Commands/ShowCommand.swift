import LifeArguments
import LifeCore
import LifeEngines
import LifeIO
import LifeReport
import LifeRun
import LifePlayer
import LifeRender
import LifeTerminal

/// `life show`: draws a pattern in the terminal.
struct ShowCommand: Command {
  static let name = "show"
  static let ownsTerminal = true
  static let summary = "Draw a pattern in the terminal."
  static let discussion = """
    Draws the live cells as large as the terminal permits: as an image if the terminal supports \
    images (kitty or sixel), else in half-block characters of two cells each. Larger \
    patterns are drawn in Braille characters of eight cells each, and even larger ones are scaled \
    down. With --color never, or NO_COLOR in the environment, the characters have no colors.

    If standard output is not a terminal, writes plain text: '.' for a dead cell and 'O' for a \
    live one, or 'A', 'B', ... for the states of a rule with more than two. With --color always, \
    or CLICOLOR_FORCE in the environment, writes colored characters to files and pipes, too.

    'life play PATTERN --run' runs the pattern in the terminal.
    """
  static let examples = [
    Example("life show gosper-gun", "Draw a pattern of the collection:"),
    Example("life show acorn -n 200", "Draw a later generation:"),
    Example("life show breeder.mc.gz --scale 1/16 --theme blue", "Draw 16 x 16 cells per pixel:"),
    Example("life show glider | cat", "Write plain text:"),
    Example("life show gosper-gun --color always | less -R", "Keep the colors in a pager:"),
  ]
  static var operands: Operands<Self> {
    .patterns(appends: \.patterns)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "-n", "--generations", metavar: "N", group: "Run", help: "Run for N generations first.",
        sets: \.generations),
      .value(
        "--as", metavar: "FORM", group: "Output",
        help: "Output form (default: chosen for the terminal).",
        sets: \.form),
      .value(
        "--color", metavar: "WHEN", group: "Output", help: "Use colors (default auto).",
        sets: \.color),
    ]
      + (InputOptions.options + [InputOptions.splitting]).inside(\.input)
      + ViewOptions.geometryOptions.filter {
        !["--track", "--size"].contains($0.declaration.names[0])
      }.inside(\.viewOptions)
      + ViewOptions.appearanceOptions.filter {
        !["--trail", "--age", "--legend"].contains($0.declaration.names[0])
      }.inside(\.viewOptions)
  }

  /// The form of the drawing: characters of a kind, or an image in a terminal's protocol.
  enum DrawingForm: String, Choice {
    case auto, text, blocks, braille, ansi, kitty, sixel

    /// Whether the text has colors; `nil` if the form depends on the terminal.
    var isColored: Bool? {
      switch self {
      case .auto: nil
      case .text, .blocks, .braille: false
      case .ansi, .kitty, .sixel: true
      }
    }
  }

  var patterns: [Path] = []
  var generations = Count(0)
  var form = DrawingForm.auto
  var color = ColorChoice.auto
  var input = InputOptions()
  var viewOptions = ViewOptions()

  mutating func validate() throws(UsageError) {
    do throws(RunFailure) { try viewOptions.check() } catch { throw UsageError(error) }
    if viewOptions.appearance.opacity < 255 {
      throw UsageError("--background: a terminal shows opaque colors only")
    }
    guard let isColored = form.isColored else { return }
    let form = form.rawValue
    if color == .never, isColored {
      throw UsageError("--color never: '--as \(form)' has colors", hint: "try '--as blocks'")
    }
    if color == .always, !isColored {
      throw UsageError("--color always: '--as \(form)' has no colors", hint: "try '--as ansi'")
    }
  }

  func run() throws -> ExitCode {
    try Batch.loadEach(patterns, loader: input.loader(.ofProcess()), show)
  }

  private func show(_ loaded: LoadedPattern) throws -> ExitCode {
    let pattern = loaded.pattern
    var stepper = try StepperOptions().selection()
      .makeStepper(pattern, generations: generations.value)
    try stepper.advance(by: generations.value)
    let form = form == .auto ? suited(to: stepper) : form
    if form == .text {
      try writeText(text(of: stepper, rule: pattern.rule))
      return .ok
    }
    let output = try openOutput(.standardStream, steersTerminal: true)
    try draw(stepper, pattern: pattern, form: form, to: output)
    try output.finish()
    return .ok
  }

  /// The form with the largest cells for this terminal.
  private func suited(to stepper: any Stepper) -> DrawingForm {
    let isTerminal = Console.ofProcess.isTerminal(.output)
    let hasColor = Console.ofProcess.hasColor(on: .output, color)
    guard isTerminal || hasColor else { return .text }
    if isTerminal, hasColor, let format = TerminalDevice.queryPictures() {
      return DrawingForm(rawValue: format.rawValue) ?? .ansi
    }
    let terminal = Self.terminalSize
    let large: DrawingForm = hasColor ? .ansi : .blocks
    guard let box = stepper.bounds, viewOptions.zoom == nil else { return large }
    let fits =
      box.width + 4 <= BigInt(terminal.columns) && box.height + 4 <= BigInt(2 * terminal.rows)
    return fits ? large : .braille
  }

  /// The size of the terminal in characters, without a line for the prompt.
  private static var terminalSize: (columns: Int, rows: Int) {
    let size = PlayTerminal.size
    return (max(2, size.width), max(2, size.height - 1))
  }

  private func maxPixels(of form: DrawingForm) -> PixelSize {
    let terminal = Self.terminalSize
    switch form {
    case .braille:
      return PixelSize(width: terminal.columns * 2, height: terminal.rows * 4)
    case .kitty, .sixel:
      let pixels = TerminalDevice.pixels ?? (terminal.columns * 8, terminal.rows * 16)
      return PixelSize(width: min(pixels.width, 1600), height: min(pixels.height * 9 / 10, 1200))
    default: return PixelSize(width: terminal.columns, height: terminal.rows * 2)
    }
  }

  private func window(of stepper: any Stepper) -> Bounds {
    if case .window(let window)? = viewOptions.view { return window }
    return Bounds(covering: stepper.bounds)
  }

  /// The maximum number of cells written as text.
  private static let maxLetters: BigInt = 1 << 24

  /// The cells as text, with one letter per cell and one line per row.
  private func text(of stepper: any Stepper, rule: Rule) throws -> String {
    let window = window(of: stepper)
    guard window.width * window.height <= Self.maxLetters else {
      // The window may be a part of a larger box: then its size is not the pattern's.
      let subject =
        window.mayBeCut
        ? "the pattern" : "a pattern of \(window.width) × \(window.height) cells"
      throw RunFailure(
        .usage,
        "\(subject) is too large for text; show a part with \(.view) X,Y,WxH, or scale "
          + "down with \(.characters) braille")
    }
    // The letters of RLE, limited to a single letter per state; states without one are `#`.
    let names = rule.states == 2 ? ".O" : ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#"
    let letters = Array(names.utf8)
    let width = window.columns
    let row = [UInt8](repeating: letters[0], count: width)
    var rows = [[UInt8]](repeating: row, count: window.rows)
    let planes = stepper.planes
    stepper.forEachRow(in: window) { y, x, words in
      for column in 0..<min(words.count / planes * 64, width - x) {
        let first = column / 64 * planes
        let state = (0..<planes).reduce(0) {
          $0 | Int(words[first + $1] >> UInt64(column % 64) & 1) << $1
        }
        rows[y][x + column] = letters[min(state, letters.count - 1)]
      }
    }
    return rows.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  private func draw(
    _ stepper: any Stepper, pattern: Pattern, form: DrawingForm, to output: ByteWriter
  ) throws {
    let window = window(of: stepper)
    let picture = PictureProtocol(rawValue: form.rawValue)
    let largest = picture == nil ? 1 : 16
    let zoom = viewOptions.zoom ?? .fitting(window, into: maxPixels(of: form), largest: largest)
    var viewport = try Viewport(
      width: window.columns, height: window.rows, zoom, movement: .resting(window.corner),
      states: pattern.rule.states)
    viewport.universe = pattern.universe
    let textFormat = ImageFormat(rawValue: form.rawValue) ?? .ansi
    let kind = picture == nil ? textFormat : .png
    var renderer = Renderer(
      viewport, appearance: viewOptions.appearance, rule: pattern.rule, format: kind)
    let image = try renderer.image(of: stepper)
    if let picture {
      try output.write(PictureTile(image).sequence(picture) { try $0.png })
      return try output.write("\n")
    }
    var writer = kind.makeWriter(
      to: output,
      ImageProperties(
        width: renderer.width, height: renderer.height, palette: renderer.palette))
    try writer.append(image)
  }
}
