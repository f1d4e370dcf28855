/// A key in the bottom line, with what it does now.
struct PlayHint {
  let key: String
  let name: String
  let action: PlayAction

  private init(_ key: String, _ name: String, _ action: PlayAction) {
    self.key = key
    self.name = name
    self.action = action
  }

  /// The number of characters on the screen, with the spaces around the key and the name.
  private var width: Int { key.count + name.count + 3 }

  /// The most useful keys of the present mode; the last two are the last that are left out.
  static func list(for model: PlayModel) -> [PlayHint] {
    if model.editor.isPasting {
      return [
        PlayHint("enter", "place", .toggleCell), PlayHint("R", "rotate", .rotate),
        PlayHint("<", "reflect", .flipX), PlayHint("esc", "cancel", .cancel),
      ]
    }
    if model.editor.isEditing {
      return [
        PlayHint("x", "toggle", .toggleCell), PlayHint("v", "select", .select),
        PlayHint("y", "copy", .copy), PlayHint("d", "cut", .cut), PlayHint("p", "paste", .paste),
        PlayHint("u", "undo", .undo), PlayHint("e", "done", .edit), PlayHint("?", "help", .help),
      ]
    }
    return [
      PlayHint("space", model.playback.isRunning ? "stop" : "run", .toggleRun),
      PlayHint("n", "step", .step), PlayHint("b", "back", .back), PlayHint("f", "fit", .fit),
      PlayHint("e", "edit", .edit), PlayHint("o", "open", .open), PlayHint("?", "help", .help),
      PlayHint("q", "quit", .quit),
    ]
  }

  /// The hints that fit into a width, in their order. The last two, how to get help and how to
  /// leave, take their space first.
  static func fitting(_ hints: [PlayHint], into width: Int) -> [PlayHint] {
    let important = Array(hints.indices.suffix(2))
    var space = width
    let kept = (important + hints.indices.dropLast(2)).filter { index in
      space -= hints[index].width
      return space >= 0
    }
    return kept.sorted().map { hints[$0] }
  }
}
