import LifeArguments
import LifeTerminal

/// What a key does.
enum PlayAction: Hashable, Sendable {
  case toggleRun, step, stepMore, nextChange, back, backMore, goTo, reset
  case faster, slower
  case pan(Int, Int), panFar(Int, Int)
  case zoomIn, zoomOut, zoomOne, fit, follow
  case theme, ages, grid, glyphs
  case edit, open, save, command, help, quit, suspend, redraw, cancel
  case undo, redo
  case toggleCell, select, selectAll, copy, cut, paste, erase, fill, randomize, line
  case rotate, flipX, flipY
  case draw(Int)
}

/// One row of the table of keys, from which the keys, the help and the manual are made.
package struct PlayBinding: Sendable {
  enum Scope: Hashable, Sendable {
    case always, editing
  }

  let keys: [(Key, PlayAction)]
  /// The keys as shown.
  package let label: String
  package let help: String
  package let group: String
  let scope: Scope

  init(
    _ label: String, _ keys: [(Key, PlayAction)], _ help: String, _ group: String,
    _ scope: Scope = .always
  ) {
    self.label = label
    self.keys = keys
    self.help = help
    self.group = group
    self.scope = scope
  }
}

extension PlayBinding {
  private static func on(_ letters: String, _ action: PlayAction) -> [(Key, PlayAction)] {
    letters.map { (.character($0), action) }
  }

  private static let moves: [(Key, PlayAction)] = [
    (Key(.left), .pan(-1, 0)), (Key(.right), .pan(1, 0)), (Key(.up), .pan(0, -1)),
    (Key(.down), .pan(0, 1)), (.character("h"), .pan(-1, 0)), (.character("l"), .pan(1, 0)),
    (.character("k"), .pan(0, -1)), (.character("j"), .pan(0, 1)),
  ]

  private static let farMoves: [(Key, PlayAction)] = [
    (Key(.left, modifiers: .shift), .panFar(-1, 0)),
    (Key(.right, modifiers: .shift), .panFar(1, 0)),
    (Key(.up, modifiers: .shift), .panFar(0, -1)), (Key(.down, modifiers: .shift), .panFar(0, 1)),
    (Key(.pageUp), .panFar(0, -1)), (Key(.pageDown), .panFar(0, 1)),
    (.character("H"), .panFar(-1, 0)), (.character("L"), .panFar(1, 0)),
    (.character("K"), .panFar(0, -1)), (.character("J"), .panFar(0, 1)),
  ]

  package static let all: [PlayBinding] = [
    .init("space", on(" ", .toggleRun), "start or stop", "Run"),
    .init("n .", on("n.", .step), "one generation", "Run"),
    .init("N", on("N", .stepMore), "step by one frame", "Run"),
    .init("c", on("c", .nextChange), "until the population changes", "Run"),
    .init("b", on("b", .back), "one generation back", "Run"),
    .init("B", on("B", .backMore), "100 generations back", "Run"),
    .init("G", on("G", .goTo), "go to a generation", "Run"),
    .init("r", on("r", .reset), "back to the start", "Run"),
    .init("+ -", on("+=", .faster) + on("-_", .slower), "faster, slower", "Run"),

    .init("arrows h j k l", moves, "move the view or the cursor", "View"),
    .init("shift-arrows", farMoves, "move farther", "View"),
    .init("] [", on("]", .zoomIn) + on("[", .zoomOut), "zoom in and out; also the wheel", "View"),
    .init("1", on("1", .zoomOne), "one pixel per cell", "View"),
    .init("f", on("f", .fit), "fit the pattern into the view", "View"),
    .init("F", on("F", .follow), "follow the pattern", "View"),
    .init("t", on("t", .theme), "next theme", "View"),
    .init("a", on("a", .ages), "color cells by age", "View"),
    .init("#", on("#", .grid), "grid lines, when zoomed in", "View"),
    .init("m", on("m", .glyphs), "change characters, or pixels", "View"),

    .init("e", on("e", .edit), "start or end editing", "Edit"),
    .init("u", on("u", .undo), "undo", "Edit"),
    .init("U ^R", on("U", .redo) + [(.control("r"), .redo)], "redo", "Edit"),
    .init(
      "x enter", on("x", .toggleCell) + [(Key(.enter), .toggleCell)], "toggle the cell",
      "Edit", .editing),
    .init(
      "0-9", (0...9).map { (.character(Character("\($0)")), .draw($0)) },
      "the state that is drawn", "Edit", .editing),
    .init("v", on("v", .select), "begin or end a selection", "Edit", .editing),
    .init("A", on("A", .selectAll), "select the pattern", "Edit", .editing),
    .init("y", on("y", .copy), "copy the selection", "Edit", .editing),
    .init("d", on("d", .cut), "cut the selection", "Edit", .editing),
    .init("p", on("p", .paste), "paste: enter or click places it", "Edit", .editing),
    .init(
      "delete", [(Key(.delete), .erase), (Key(.backspace), .erase)], "erase the selection",
      "Edit", .editing),
    .init("O", on("O", .fill), "fill the selection or an area", "Edit", .editing),
    .init("%", on("%", .randomize), "fill the selection at random", "Edit", .editing),
    .init("\\", on("\\", .line), "line from where v was pressed", "Edit", .editing),
    .init("R", on("R", .rotate), "rotate selection or paste", "Edit", .editing),
    .init(
      "< ^", on("<", .flipX) + on("^", .flipY), "reflect: left-right, up-down",
      "Edit", .editing),

    .init("o", on("o", .open), "choose a pattern", "File"),
    .init("w ^S", on("w", .save) + [(.control("s"), .save)], "save", "File"),
    .init(":", on(":", .command), "type a command", "File"),
    .init("?", on("?", .help) + [(Key(.function(1)), .help)], "show all keys", "File"),
    .init("esc", [(Key(.escape), .cancel)], "cancel, or end what is open", "File"),
    .init("^L", [(.control("l"), .redraw)], "draw the screen again", "File"),
    .init("^Z", [(.control("z"), .suspend)], "suspend", "File"),
    .init("q ^C", on("q", .quit) + [(.control("c"), .quit)], "quit", "File"),
  ]

  /// The action of a key; nil if it has none.
  static func action(of key: Key, isEditing: Bool) -> PlayAction? {
    (isEditing ? editing[key] : nil) ?? always[key]
  }

  /// The action of a key while there is only the board.
  static func actionInAnimation(of key: Key) -> PlayAction? { animation[key] }

  private static let animation: [Key: PlayAction] = [
    .character("q"): .quit, Key(.escape): .quit, .control("c"): .quit,
    .character(" "): .toggleRun, .control("z"): .suspend, .control("l"): .redraw,
  ]
  private static let editing = table(.editing)
  private static let always = table(.always)

  private static func table(_ scope: Scope) -> [Key: PlayAction] {
    Dictionary(
      all.filter { $0.scope == scope }.flatMap(\.keys), uniquingKeysWith: { first, _ in first })
  }

  package static let groups = ["Run", "View", "Edit", "File"]
}

/// A command that is typed after `:`.
package enum PlayCommandName: String, CaseIterable {
  case write = "w"
  case overwrite = "w!"
  case quit = "q"
  case discard = "q!"
  case writeAndQuit = "wq"
  case edit = "e"
  case discardAndEdit = "e!"
  case paste
  case goTo = "goto"
  case until
  case name
  case comment
  case rule
  case speed
  case theme
  case zoom
  case glyphs
  case random
  case clear
  case engine
  case export
  case help

  /// The argument as shown; empty if there is none.
  package var argument: String {
    switch self {
    case .write, .overwrite, .writeAndQuit: "[FILE]"
    case .edit, .discardAndEdit, .paste: "PATTERN"
    case .goTo: "N"
    case .until: "CONDITION"
    case .export: "FILE [PICTURES]"
    case .name, .comment: "TEXT"
    case .rule: "RULE"
    case .speed: "0.5s"
    case .theme: "NAME"
    case .zoom: "1:N or N:1"
    case .glyphs: "FORM"
    case .random: "PERCENT"
    case .quit, .discard, .clear, .engine, .help: ""
    }
  }

  package var summary: String {
    switch self {
    case .write: "save, in the format of the name"
    case .overwrite: "save, and replace any file"
    case .quit: "quit; asks if something is unsaved"
    case .discard: "quit without saving"
    case .writeAndQuit: "save and quit"
    case .edit: "open a file or a pattern"
    case .discardAndEdit: "discard changes and open"
    case .paste: "paste a pattern of the collection"
    case .until: "stable, period, pop!=9, box>9"
    case .goTo: "go to a generation; also N alone"
    case .name: "name the pattern in its file"
    case .comment: "add a comment; without text, none"
    case .rule: "change the rule: B36/S23:T100,100"
    case .speed: "0.5s, 30/s or 2^4 per frame"
    case .theme: "choose a theme"
    case .zoom: "cells per pixel, as 16:1 or 1:4"
    case .glyphs: "choose the characters of the board"
    case .random: "fill selection or view at random"
    case .clear: "kill all cells"
    case .export: "write the view: .png, .svg or .gif"
    case .engine: "show the engine and why it is used"
    case .help: "show all keys"
    }
  }
}
