import LifeArguments
import LifeCore
import LifeRender
import LifeRun

// Declares the options for the view, the scale and the colors of images.
extension ViewOptions {
  static var options: [Option<ViewOptions>] {
    geometryOptions
      + [
        .value(
          "--fps", metavar: "R", group: "View",
          help: "Frames per second (default 30, for a --loop 8 to 30).",
          details: "The default of a --loop is half its number of frames, within these limits.",
          sets: \.rate),
        .value(
          "--hold", metavar: "TIME", group: "View",
          help: "Show the first and the last frame for TIME longer, such as 1s.",
          sets: \.heldTime
        ).rare,
        .flag(
          "--embed", group: "View", help: "Write html as a fragment to paste into another page.",
          sets: \.isEmbedded
        ).rare,
      ] + appearanceOptions
  }

  /// The options for the visible part and its scale.
  static var geometryOptions: [Option<ViewOptions>] {
    [
      .value(
        "--view", metavar: "V", group: "View",
        help: "Show the rectangle X,Y,WxH, or core, fit or auto.",
        details: """
          X and Y are the column and the row of the rectangle's north-western cell. Otherwise V \
          is one of:

            core   all cells that live in some frame, without spaceships that leave
            fit    all cells that live in some frame
            auto   the live cells of each frame, which the view follows

          The default is core for short runs on the plane and auto for long ones. A bounded \
          universe is shown completely. An image of one generation shows the same part as the \
          last frame of an animation; after a long run, it shows all live cells. Several patterns \
          in one picture have a view each; with a rectangle, the same cells are at the same places.
          """,
        sets: \.view),
      .value(
        "--track", metavar: "DX,DY/N", group: "View",
        help: "Move the view with the pattern (auto) or by DX,DY/N.",
        details: """
          DX,DY/N is DX columns and DY rows in N generations. The view moves from the beginning of \
          the run: there it shows the rectangle of --view, even if --start or --loop begins the \
          animation later.
          """,
        sets: \.track),
      .value(
        "--scale", metavar: "K", group: "View",
        help: "Draw each cell as K x K pixels or, with 1/K, K x K cells as one pixel.",
        sets: \.zoom),
      .value(
        "--size", metavar: "WxH", group: "View",
        help: "Size of the frames in pixels, or 360p to 8k.",
        details: """
          The sizes with names are 360p, 480p, 720p, 1080p, 1440p, 4k and 8k. The default follows \
          from the view. All outputs of a run share the size; a plot has at least 480x400.
          """,
        sets: \.size),
    ]
  }

  /// The options for colors and drawing.
  static var appearanceOptions: [Option<ViewOptions>] {
    [
      .value(
        "--theme", metavar: "THEME", group: "Appearance", help: "Color theme (default golly).",
        sets: \.appearance.theme),
      .value(
        "--cell", metavar: "COLOR", group: "Appearance",
        help: "Color of live cells, such as '#ffcc00'.",
        details: "It replaces the ages of a theme such as heat; --age shades it by age.",
        sets: \.appearance.cell
      ).rare,
      .value(
        "--background", metavar: "COLOR", group: "Appearance",
        help: "Color of dead cells, or transparent.",
        details: """
          The color of a png, apng or svg may be half transparent, such as '#00000080'; a gif is \
          transparent or not.
          """, sets: \.background
      ).rare,
      .flag(
        "--age", group: "Appearance", help: "Color cells by age in generations.",
        sets: \.isAged
      ).rare,
      .value(
        "--trail", metavar: "N", group: "Appearance",
        help: "Let dead cells fade out over N generations.",
        details: """
          Ages and trails count all generations: also those that --every leaves out, and for a \
          single image those before it. In pages with --every they count frames.
          """, sets: \.appearance.trail
      ).rare,
      .flag(
        "--grid", group: "Appearance", help: "Draw grid lines between cells.",
        sets: \.appearance.hasGrid
      ).rare,
      .value(
        "--title", metavar: "TEXT", group: "Appearance", help: "Write TEXT above the cells.",
        sets: \.appearance.title),
      .flag(
        "--label", group: "Appearance", help: "Write generation and population above the cells.",
        sets: \.appearance.hasLabel),
      .flag(
        "--legend", group: "Appearance",
        help: "Write a legend of the colors below the cells.",
        sets: \.appearance.hasLegend
      ).rare,
    ]
  }

  private var background: Background? {
    get { appearance.background.map { Background(color: $0, opacity: appearance.opacity) } }
    set {
      appearance.background = newValue?.color
      appearance.opacity = newValue?.opacity ?? 255
    }
  }

  private var heldTime: TimeSpan? {
    get { hold.map { TimeSpan(duration: $0) } }
    set { hold = newValue?.duration }
  }

  private var isAged: Bool {
    get { appearance.isAged ?? false }
    set { appearance.isAged = newValue ? true : nil }
  }
}

/// The color of dead cells as typed: a color, possibly with opacity, or `transparent`.
struct Background: Hashable {
  var color: Color
  var opacity: UInt8
}

extension Background: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    if argument.text == "transparent" {
      self.init(color: .black, opacity: 0)
      return
    }
    guard let parts = Color.parts(of: argument.text) else {
      throw ValueError(
        "expected a color such as '#ffcc00', '#fc0' or 'black', or 'transparent'", hint: Color.hint)
    }
    self.init(color: parts.color, opacity: parts.opacity)
  }
}
