import LifeCore
import LifeTerminal

/// One row of the table of keys: the source of the keys, the help and the manual.
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
    _ label: String, keys: [(Key, PlayAction)], help: String, group: String, scope: Scope = .always
  ) {
    self.label = label
    self.keys = keys
    self.help = help
    self.group = group
    self.scope = scope
  }

  /// Several characters with the same action.
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
    .init("space", keys: on(" ", .toggleRun), help: "start or stop", group: "Run"),
    .init("n .", keys: on("n.", .step), help: "one generation", group: "Run"),
    .init("N", keys: on("N", .stepMore), help: "step by one frame", group: "Run"),
    .init("c", keys: on("c", .nextChange), help: "until the population changes", group: "Run"),
    .init("b", keys: on("b", .back), help: "one generation back", group: "Run"),
    .init("B", keys: on("B", .backMore), help: "100 generations back", group: "Run"),
    .init("G", keys: on("G", .goTo), help: "go to a generation", group: "Run"),
    .init("r", keys: on("r", .reset), help: "back to the start", group: "Run"),
    .init("+ -", keys: on("+=", .faster) + on("-_", .slower), help: "faster, slower", group: "Run"),

    .init("arrows h j k l", keys: moves, help: "move the view or the cursor", group: "View"),
    .init("shift-arrows", keys: farMoves, help: "move farther", group: "View"),
    .init(
      "] [", keys: on("]", .zoomIn) + on("[", .zoomOut), help: "zoom in and out; also the wheel",
      group: "View"),
    .init("1", keys: on("1", .zoomOne), help: "one pixel per cell", group: "View"),
    .init("f", keys: on("f", .fit), help: "fit the pattern into the view", group: "View"),
    .init("F", keys: on("F", .follow), help: "follow the pattern", group: "View"),
    .init("t", keys: on("t", .theme), help: "next theme", group: "View"),
    .init("a", keys: on("a", .ages), help: "color cells by age", group: "View"),
    .init("#", keys: on("#", .grid), help: "grid lines, when zoomed in", group: "View"),
    .init("m", keys: on("m", .glyphs), help: "next style: blocks, Braille, …", group: "View"),

    .init("e", keys: on("e", .edit), help: "start or end editing", group: "Edit"),
    .init("u", keys: on("u", .undo), help: "undo", group: "Edit"),
    .init("U ^R", keys: on("U", .redo) + [(.control("r"), .redo)], help: "redo", group: "Edit"),
    .init(
      "x enter", keys: on("x", .toggleCell) + [(Key(.enter), .toggleCell)],
      help: "toggle the cell; also a click",
      group: "Edit", scope: .editing),
    .init(
      "0-9", keys: (0...9).map { (.character(Character("\($0)")), .draw($0)) },
      help: "choose the state to draw", group: "Edit", scope: .editing),
    .init(
      "v", keys: on("v", .select), help: "begin or end a selection", group: "Edit",
      scope: .editing),
    .init(
      "A", keys: on("A", .selectAll), help: "select the pattern", group: "Edit", scope: .editing),
    .init("y", keys: on("y", .copy), help: "copy the selection", group: "Edit", scope: .editing),
    .init("d", keys: on("d", .cut), help: "cut the selection", group: "Edit", scope: .editing),
    .init(
      "p", keys: on("p", .paste), help: "paste: enter or click places it", group: "Edit",
      scope: .editing),
    .init(
      "delete", keys: [(Key(.delete), .erase), (Key(.backspace), .erase)],
      help: "erase the selection", group: "Edit", scope: .editing),
    .init(
      "O", keys: on("O", .fill), help: "fill the selection or an area", group: "Edit",
      scope: .editing),
    .init(
      "%", keys: on("%", .randomize), help: "fill the selection at random", group: "Edit",
      scope: .editing),
    .init(
      "\\", keys: on("\\", .line), help: "line from where v was pressed", group: "Edit",
      scope: .editing),
    .init(
      "R", keys: on("R", .turn(.rotated90)), help: "rotate selection or paste", group: "Edit",
      scope: .editing),
    .init(
      "< ^", keys: on("<", .turn(.mirroredX)) + on("^", .turn(.mirroredY)),
      help: "reflect: left-right, up-down", group: "Edit", scope: .editing),

    .init("o", keys: on("o", .open), help: "choose a pattern", group: "File"),
    .init("w ^S", keys: on("w", .save) + [(.control("s"), .save)], help: "save", group: "File"),
    .init(":", keys: on(":", .command), help: "type a command", group: "File"),
    .init(
      "?", keys: on("?", .help) + [(Key(.function(1)), .help)], help: "show all keys", group: "File"
    ),
    .init(
      "esc", keys: [(Key(.escape), .cancel)], help: "cancel, or end what is open", group: "File"),
    .init("^L", keys: [(.control("l"), .redraw)], help: "draw the screen again", group: "File"),
    .init("^Z", keys: [(.control("z"), .suspend)], help: "suspend", group: "File"),
    .init("q ^C", keys: on("q", .quit) + [(.control("c"), .quit)], help: "quit", group: "File"),
  ]

  /// The action of a key; nil if it has none.
  static func action(of key: Key, isEditing: Bool) -> PlayAction? {
    (isEditing ? editing[key] : nil) ?? always[key]
  }

  private static let editing = table(.editing)
  private static let always = table(.always)

  private static func table(_ scope: Scope) -> [Key: PlayAction] {
    Dictionary(
      all.filter { $0.scope == scope }.flatMap(\.keys), uniquingKeysWith: { first, _ in first })
  }

  package static let groups = ["Run", "View", "Edit", "File"]
}

/// The action of a key.
enum PlayAction: Hashable, Sendable {
  case toggleRun, step, stepMore, nextChange, back, backMore, goTo, reset
  case faster, slower
  case pan(Int, Int), panFar(Int, Int)
  case zoomIn, zoomOut, zoomOne, fit, follow
  case theme, ages, grid, glyphs
  case edit, open, save, command, help, quit, suspend, redraw, cancel
  case undo, redo
  case toggleCell, select, selectAll, copy, cut, paste, erase, fill, randomize, line
  case turn(Orientation), draw(Int)
}
