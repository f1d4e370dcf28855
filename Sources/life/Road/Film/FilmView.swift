import LifeRender

/// What part of the universe pictures show, how large, and in what colours: the options that every
/// command with pictures has.
struct FilmView {
  var view: View?
  var track: Track?
  var zoom: Zoom?
  var rate = FrameRate.usual
  var chroma = Chroma.automatic
  var look = Look()

  static var options: [Option<FilmView>] {
    shots
      + [
        .value(
          "--fps", metavar: "R", group: "Film", help: "Show R pictures a second (default 30).",
          sets: \.rate),
        .value(
          "--chroma", metavar: "C", group: "Film", help: "How y4m stores colours.",
          sets: \.chroma),
      ] + looks
  }

  /// Where the camera is.
  static var shots: [Option<FilmView>] {
    [
      .value(
        "--view", metavar: "V", group: "Film",
        help: "Show X,Y,WxH, or fit (all of the run), or auto (what lives, followed).",
        details: """
          By default a bounded universe is shown as a whole, and on the plane what lives at any \
          time of a run that is not too long (fit), else what lives at the time (auto).
          """,
        sets: \.view),
      .value(
        "--track", metavar: "DX,DY/N", group: "Film",
        help: "Move the view so many cells in N generations, or auto, as a spaceship moves.",
        sets: \.track),
      .value(
        "--scale", metavar: "K", group: "Film",
        help: "Draw each cell as K x K pixels, or with 1/K each pixel as K x K cells.",
        sets: \.zoom),
    ]
  }

  /// What the pictures look like.
  static var looks: [Option<FilmView>] {
    [
      .value(
        "--theme", metavar: "THEME", group: "Look", help: "Use these colours (default golly).",
        sets: \.look.theme),
      .value(
        "--cell", metavar: "COLOR", group: "Look", help: "Draw cells in this colour: '#ffcc00'.",
        sets: \.look.cell),
      .value(
        "--background", metavar: "COLOR", group: "Look", help: "Draw them on this colour.",
        sets: \.look.background),
      .flag("--age", group: "Look", help: "Colour cells by age.", sets: \.isAged),
      .value(
        "--trail", metavar: "N", group: "Look",
        help: "Show for N pictures where life has been.", sets: \.look.trail),
      .flag("--grid", group: "Look", help: "Draw lines between cells.", sets: \.look.hasGrid),
      .flag(
        "--label", group: "Look", help: "Write generation and population in the corner.",
        sets: \.look.hasLabel),
      .value(
        "--shade", metavar: "CURVE", group: "Look",
        help: "How a pixel of many cells shows their number (default log).",
        sets: \.look.curve),
    ]
  }

  private var isAged: Bool {
    get { look.isAged ?? false }
    set { look.isAged = newValue ? true : nil }
  }

  /// Whether nothing was asked for.
  var isDefault: Bool {
    view == nil && track == nil && zoom == nil && rate == .usual && chroma == .automatic
      && look == Look()
  }

  func validate() throws(UsageError) {
    if let trail = look.trail, !(0...1000).contains(trail) {
      throw UsageError("--trail: expected a number from 0 to 1000, found \(trail)")
    }
    if track != nil, view == .auto || view == .fit {
      throw UsageError("--track moves a view of its own; --view auto and fit are no such")
    }
  }
}
