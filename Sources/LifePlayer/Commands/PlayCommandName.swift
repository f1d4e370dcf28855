/// A command typed after `:`.
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
  case identify
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
    case .quit, .discard, .clear, .identify, .engine, .help: ""
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
    case .comment: "add a comment; alone, remove all"
    case .rule: "change the rule: B36/S23:T100,100"
    case .speed: "0.5s, 30/s or 2^4 per frame"
    case .theme: "choose a theme"
    case .zoom: "cells per pixel, as 16:1 or 1:4"
    case .glyphs: "choose the characters of the board"
    case .random: "fill selection or view at random"
    case .clear: "kill all cells"
    case .export: "write the last pictures: .png .gif"
    case .identify: "tell what the pattern is"
    case .engine: "show the engine and why it is used"
    case .help: "show all keys"
    }
  }
}
