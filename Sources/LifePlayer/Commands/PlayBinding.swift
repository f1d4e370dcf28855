import LifeCore
import LifeTerminal

/// One row of the table of keys: the source of the keys, the help and the manual.
package struct PlayBinding: Sendable {
  /// The keys as shown.
  package let label: String
  let keys: [(Key, PlayAction)]
  package let help: String

  private init(_ label: String, keys: [(Key, PlayAction)], help: String) {
    self.label = label
    self.keys = keys
    self.help = help
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

  private static let run: [PlayBinding] = [
    .init("space", keys: on(" ", .toggleRun), help: "start or stop"),
    .init("n .", keys: on("n.", .step), help: "one generation"),
    .init("N", keys: on("N", .stepMore), help: "step by one frame"),
    .init("c", keys: on("c", .nextChange), help: "until the population changes"),
    .init("b", keys: on("b", .back), help: "one generation back"),
    .init("B", keys: on("B", .backMore), help: "100 generations back"),
    .init("G", keys: on("G", .goTo), help: "go to a generation"),
    .init("r", keys: on("r", .reset), help: "back to the start"),
    .init("+ -", keys: on("+=", .faster) + on("-_", .slower), help: "faster, slower"),
  ]

  private static let view: [PlayBinding] = [
    .init("arrows h j k l", keys: moves, help: "move the view or the cursor"),
    .init("shift-arrows", keys: farMoves, help: "move farther"),
    .init(
      "] [", keys: on("]", .zoomIn) + on("[", .zoomOut), help: "zoom in and out; also the wheel"),
    .init("1", keys: on("1", .zoomOne), help: "one pixel per cell"),
    .init("f", keys: on("f", .fit), help: "fit the pattern into the view"),
    .init("F", keys: on("F", .follow), help: "follow the pattern"),
    .init("t", keys: on("t", .theme), help: "next theme"),
    .init("a", keys: on("a", .ages), help: "color cells by age"),
    .init("#", keys: on("#", .grid), help: "grid lines, when zoomed in"),
    .init("m", keys: on("m", .glyphs), help: "next style: blocks, Braille, …"),
  ]

  private static let edit: [PlayBinding] = [
    .init("e", keys: on("e", .edit), help: "start or end editing"),
    .init("u", keys: on("u", .undo), help: "undo"),
    .init("U ^R", keys: on("U", .redo) + [(.control("r"), .redo)], help: "redo"),
  ]

  /// The keys with a meaning of their own while editing.
  static let whileEditing: [PlayBinding] = [
    .init(
      "x enter", keys: on("x", .toggleCell) + [(Key(.enter), .toggleCell)],
      help: "toggle the cell; also a click"),
    .init(
      "0-9", keys: (0...9).map { (.character(Character("\($0)")), .draw($0)) },
      help: "choose the state to draw"),
    .init("v", keys: on("v", .select), help: "begin or end a selection"),
    .init("A", keys: on("A", .selectAll), help: "select the pattern"),
    .init("y", keys: on("y", .copy), help: "copy the selection"),
    .init("d", keys: on("d", .cut), help: "cut the selection"),
    .init("p", keys: on("p", .paste), help: "paste: enter or click places it"),
    .init(
      "delete", keys: [(Key(.delete), .erase), (Key(.backspace), .erase)],
      help: "erase the selection"),
    .init("O", keys: on("O", .fill), help: "fill the selection or an area"),
    .init("%", keys: on("%", .randomize), help: "fill the selection at random"),
    .init("\\", keys: on("\\", .line), help: "line from where v was pressed"),
    .init("R", keys: on("R", .turn(.rotated90)), help: "rotate selection or paste"),
    .init(
      "< ^", keys: on("<", .turn(.mirroredX)) + on("^", .turn(.mirroredY)),
      help: "reflect: left-right, up-down"),
  ]

  private static let file: [PlayBinding] = [
    .init("o", keys: on("o", .open), help: "choose a pattern"),
    .init("w ^S", keys: on("w", .save) + [(.control("s"), .save)], help: "save"),
    .init(":", keys: on(":", .command), help: "type a command"),
    .init("?", keys: on("?", .help) + [(Key(.function(1)), .help)], help: "show all keys"),
    .init("esc", keys: [(Key(.escape), .cancel)], help: "cancel, or end what is open"),
    .init("^L", keys: [(.control("l"), .redraw)], help: "draw the screen again"),
    .init("^Z", keys: [(.control("z"), .suspend)], help: "suspend"),
    .init("q ^C", keys: on("q", .quit) + [(.control("c"), .quit)], help: "quit"),
  ]

  /// The keys that always have a meaning.
  static let always = run + view + edit + file

  package static let groups: [(name: String, bindings: [PlayBinding])] = [
    ("Run", run), ("View", view), ("Edit", edit + whileEditing), ("File", file),
  ]

  /// The action of a key; nil if it has none. Without editing, actions of the editor only tell how
  /// to begin.
  static func action(of key: Key, isEditing: Bool) -> PlayAction? {
    (isEditing ? editingActions[key] : nil) ?? usualActions[key] ?? editingActions[key]
  }

  private static let editingActions = actions(whileEditing)
  private static let usualActions = actions(always)

  private static func actions(_ bindings: [PlayBinding]) -> [Key: PlayAction] {
    Dictionary(uniqueKeysWithValues: bindings.flatMap(\.keys))
  }
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
