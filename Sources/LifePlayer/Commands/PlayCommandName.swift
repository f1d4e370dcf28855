/// A command typed after `:`.
package enum PlayCommandName: String, CaseIterable {
  case write = "w"
  case overwrite = "w!"
  case quit = "q"
  case discard = "q!"
  case writeAndQuit = "wq"
  case open = "e"
  case discardAndOpen = "e!"
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
  package var argument: String { help.argument }
  package var summary: String { help.summary }

  private var help: (argument: String, summary: String) {
    switch self {
    case .write: ("[FILE]", "save, in the format of the name")
    case .overwrite: ("[FILE]", "save, and replace any file")
    case .quit: ("", "quit; asks if something is unsaved")
    case .discard: ("", "quit without saving")
    case .writeAndQuit: ("[FILE]", "save and quit")
    case .open: ("PATTERN", "open a file or a pattern")
    case .discardAndOpen: ("PATTERN", "discard changes and open")
    case .paste: ("PATTERN", "paste a file, pattern or apgcode")
    case .until: ("CONDITION", "stable, period, pop!=9, box>9")
    case .goTo: ("N", "go to a generation; also N alone")
    case .name: ("TEXT", "name the pattern in its file")
    case .comment: ("TEXT", "add a comment; empty: remove all")
    case .rule: ("RULE", "change the rule: B36/S23:T100,100")
    case .speed: ("0.5s", "0.5s, 30/s or 2^4 per frame")
    case .theme: ("NAME", "choose a theme")
    case .zoom: ("1:N or N:1", "cells per pixel, as 16:1 or 1:4")
    case .glyphs: ("FORM", "choose the characters of the board")
    case .random: ("PERCENT", "fill selection or view at random")
    case .clear: ("", "begin a new pattern: no cells")
    case .export: ("FILE [N]", "write a .png, or N in a .gif, .mp4")
    case .identify: ("", "tell what the pattern is")
    case .engine: ("", "show the engine and why it is used")
    case .help: ("", "show all keys")
    }
  }
}
