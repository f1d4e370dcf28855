import LifeArguments
import LifeRender
import LifeRun

extension ViewOptions {
  static var options: [Option<ViewOptions>] {
    geometryOptions
      + [
        .value(
          "--fps", metavar: "R", group: "View",
          help: "Frames per second (default 30, for short loops 8).",
          sets: \.rate),
        .value(
          "--chroma", metavar: "C", group: "View", help: "How y4m stores colors.",
          sets: \.chroma
        ).rare,
        .flag(
          "--embed", group: "View", help: "Write html as a fragment for another page.",
          sets: \.isEmbedded
        ).rare,
      ] + appearanceOptions
  }

  /// The options for the visible part and its scale.
  static var geometryOptions: [Option<ViewOptions>] {
    [
      .value(
        "--view", metavar: "V", group: "View",
        help: "Show X,Y,WxH, core, fit (the whole run) or auto (follow the live cells).",
        details: """
          'core' is the part of the run where something happens: as fit, but without spaceships \
          that leave the rest. By default a bounded universe is shown completely; on the plane the \
          default is core if the run is short, else auto. An image of one generation is the last \
          frame of the animation; after a long run it shows all live cells.
          """,
        sets: \.view),
      .value(
        "--track", metavar: "DX,DY/N", group: "View",
        help: "Move the view by DX,DY cells in N generations, or auto (with a spaceship).",
        sets: \.track
      ).rare,
      .value(
        "--scale", metavar: "K", group: "View",
        help: "Draw each cell as K x K pixels, or with 1/K each pixel as K x K cells.",
        sets: \.zoom),
      .value(
        "--size", metavar: "WxH", group: "View",
        help: "Size of the frames in pixels (default: by the view, at most 1920x1080).",
        sets: \.size
      ).rare,
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
        sets: \.appearance.cell
      ).rare,
      .value(
        "--background", metavar: "COLOR", group: "Appearance", help: "Color of dead cells.",
        sets: \.appearance.background
      ).rare,
      .flag(
        "--age", group: "Appearance", help: "Color cells by age in generations.",
        sets: \.isAged
      ).rare,
      .value(
        "--trail", metavar: "N", group: "Appearance",
        help: "Fade cells that died over N generations.",
        details: """
          Ages and trails know every generation, also those between the samples of --every and \
          before an image of one generation. In pages they count frames.
          """, sets: \.appearance.trail
      ).rare,
      .flag(
        "--grid", group: "Appearance", help: "Draw grid lines between cells.",
        sets: \.appearance.hasGrid
      ).rare,
      .flag(
        "--square-cells", group: "Appearance",
        help: "Draw the cells of hexagonal rules as squares.",
        details: """
          Cells under a hexagonal rule are drawn as hexagons if they have 4 pixels or more. Text, \
          pages, frames of a given --size and views that follow the cells always show squares.
          """,
        sets: \.appearance.hasSquareCells
      ).rare,
      .flag(
        "--label", group: "Appearance", help: "Draw generation and population in the corner.",
        sets: \.appearance.hasLabel
      ).rare,
      .value(
        "--shade", metavar: "CURVE", group: "Appearance",
        help: "Shading of pixels that hold many cells (default log).",
        sets: \.appearance.curve
      ).rare,
    ]
  }

  private var isAged: Bool {
    get { appearance.isAged ?? false }
    set { appearance.isAged = newValue ? true : nil }
  }
}
