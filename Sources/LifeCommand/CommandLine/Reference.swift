import LifeArguments
import LifeEngines
import LifeRender
import LifeReport

/// The sections of the manual that do not belong to one command. The articles of the reference
/// pages contain the same tables.
enum Reference {
  static var sections: [ManualSection] {
    [environment, formats, rules, engines, themes, views, json, files]
  }

  static let environment = ManualSection(
    "ENVIRONMENT", header: ["variable", "meaning"],
    rows: [
      [
        "LIFE_PATTERNS",
        """
        A folder of patterns in any format but images (.rle first), found by name before those of \
        the program.
        """,
      ],
      ["LIFE_RULES_PATH", "Folders of rule files, separated by colons."],
      [
        "LIFE_LIMITS",
        """
        Limits for every command, such as memory=2G,time=10m,frames=10000,expanded=1G. Options \
        such as --max-time come first.
        """,
      ],
      [
        "LIFE_CPU", "The instructions that the engines use: baseline, v3 (AVX2) or v4 (AVX-512).",
      ],
      [
        "NO_COLOR",
        "If set and not empty, terminals get no colors. Only 'play' still uses bold text.",
      ],
      [
        "CLICOLOR_FORCE",
        "If set and not 0, output to a file or a pipe also has colors and bold text.",
      ],
      ["TERM, COLORTERM", "The colors and images that the terminal can show."],
      ["XDG_STATE_HOME, HOME", "The folder of the backup of 'life play'."],
      ["PAGER", "The program that shows long help on a terminal (default less -FRX)."],
      ["PATH", "Used to find ffmpeg, which encodes videos."],
    ])

  static var formats: ManualSection {
    ManualSection(
      "FORMATS",
      text: """
        The format of an input is detected from its content, then from the extension of its name; \
        --from overrides both. The extension of an output names its format; --to overrides it. \
        .lif is written as Life 1.05. Every file may be compressed with gzip. 'life formats' lists \
        what each can store.
        """,
      header: ["format", "extensions", "description"], rows: FormatReport.summaries)
  }

  static let rules = ManualSection(
    "RULES",
    text: """
      B3/S23 is Conway's Life: a dead cell with 3 live neighbors is born, a live cell with 2 or 3 \
      survives. 'life rule RULE' describes a rule and spells it in other notations. A universe \
      follows a colon: P64 (bounded), T100,50 (torus), K30*,20 (Klein bottle), C30,20 \
      (cross-surface), S30 (sphere); 0 is a side without edges, such as T100,0 for W30, whose \
      generations are rows. 'life rule --list' lists the rules that have names; 'life list \
      other-rules' lists patterns to try them.
      """,
    header: ["family", "for example"],
    rows: [
      ["by the number of neighbors", "B3/S23, b36s23, S23/B3, 23/3, also with B0"],
      ["isotropic (Hensel's letters)", "B2-a/S12, B3/S2-i34q"],
      ["hexagonal, von Neumann", "B2/S34H, B2o3-m/S34H, B1/S0HT (tripod), B1/S024V"],
      ["2 to 16 rules that take turns", "B3/S23|B36/S23"],
      ["triangular", "B45/S34L, B3/S2LE and the suffixes LV, LI, LO, LB, LR"],
      ["by a table of bits", "MAP followed by 86, 22 or 6 characters of base 64"],
      ["one-dimensional", "W30"],
      ["Generations", "345/2/4, /2/3, B2/S/C3, g3b2s2"],
      ["Margolus (blocks of 2 × 2)", "M0,8,4,3,2,5,9,7,1,6,10,11,12,13,14,15, BBM, Critters"],
      ["PCA", "2PCA4,0,4,8,3,1,10,6,7,2,9,5,11,12,13,14,15"],
      ["weighted (MCell)", "NW2,NN3,NE2,WW3,EE3,SW2,SS3,SE2,HI3,RS3,RS7,RB4"],
      [
        "Larger than Life",
        "R5,C0,M1,S34..58,B34..45,NM or r5b34t45s34t58, and R3,C2,S0,7-12,27,B8,12,20-27,N2",
      ],
      ["with history and walls", "LifeHistory, B36/S23Super, B2-a/S12Investigator"],
      ["from rule files", "WireWorld and any other .rule, .table or .tree file"],
      ["von Neumann's automata", "JvN29, Nobili32, Hutton32"],
      ["by name", "Life, Day & Night, Brian's Brain"],
    ])

  static var engines: ManualSection {
    ManualSection(
      "ENGINES",
      text: """
        All engines give the same cells; --engine selects one. The default, auto, measures their \
        speed and switches to the fastest.
        """,
      header: ["engine", "what it is"],
      rows: Engine.allCases.map { [$0.rawValue, $0.summary] })
  }

  static var themes: ManualSection {
    var section = ManualSection(
      "THEMES",
      text: """
        --theme selects the colors of images and animations. --cell and --background replace \
        single colors; --age and --trail color cells by age. Colors are #ffcc00, #fc0 or one of \
        \(Color.names.keys.sorted().joined(separator: ", ")).
        """,
      header: ["theme", "colors"],
      rows: Theme.allCases.map { [$0.rawValue, $0.summary] })
    section.marks = Theme.allCases.map { theme in
      theme.samples.map { "\u{1b}[48;2;\($0.red);\($0.green);\($0.blue)m  " }.joined()
        + "\u{1b}[0m"
    }
    return section
  }

  static let views = ManualSection(
    "VIEWS",
    text: """
      --view chooses the part of the universe that images show; --scale and --size choose how \
      large it is drawn. The default is core for short runs on the plane, and auto for long ones. \
      --track moves the view: DX,DY/N moves it by DX columns and DY rows in N generations, and \
      auto moves it with a spaceship.

      The side of a cell is a whole number of pixels or, in smaller scales, the side of a pixel is \
      a whole number of cells. Such a scale changes in large steps: from 1 to 1/2 to 1/3.

      Spaceships that leave make auto zoom out. core, or a rectangle, ignores them:

          life run acorn -n 5206 --every 4 --view core --size 720p -o acorn.mp4
      """,
    header: ["view", "what it shows"],
    rows: [
      [
        "core",
        """
        All cells that live in some frame, without spaceships that leave: of two states, at most \
        200 cells and period 12.
        """,
      ],
      ["fit", "All cells that live in some frame."],
      ["auto", "The live cells of each frame, which the view follows."],
      ["X,Y,WxH", "A rectangle, from the column and the row of its north-western cell."],
    ])

  static var json: ManualSection {
    ManualSection(
      "JSON",
      text: """
        Commands with --json print one object for each pattern, on a line of its own. Numbers have \
        all their digits; with --json-strings, integers beyond 2^53 are strings. null means 'no \
        value'. The member schema names the kind of the object and its version.
        """,
      header: ["schema", "printed by, and members"],
      rows: PrintedObject.all.map { [$0.schema, $0.summary] })
  }

  static let files = ManualSection(
    "FILES",
    header: ["file", "meaning"],
    rows: [
      [".NAME.part", "An output that is being written; it gets the name NAME when it is closed."],
      [".NAME.kept", "The unfinished output of a run with a checkpoint, for 'life resume'."],
      ["~/.local/state/life/play-backup", "The backup of the pattern in 'life play'."],
    ])
}
