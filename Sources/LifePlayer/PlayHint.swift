/// A key in the bottom line, with what it does now.
struct PlayHint {
  let key: String
  let name: String
  let action: PlayAction

  private init(_ key: String, name: String, action: PlayAction) {
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
        PlayHint("enter", name: "place", action: .toggleCell),
        PlayHint("R", name: "rotate", action: .rotate),
        PlayHint("<", name: "reflect", action: .flipX),
        PlayHint("esc", name: "cancel", action: .cancel),
      ]
    }
    if model.editor.isEditing {
      return [
        PlayHint("x", name: "toggle", action: .toggleCell),
        PlayHint("v", name: "select", action: .select),
        PlayHint("y", name: "copy", action: .copy), PlayHint("d", name: "cut", action: .cut),
        PlayHint("p", name: "paste", action: .paste),
        PlayHint("u", name: "undo", action: .undo), PlayHint("e", name: "done", action: .edit),
        PlayHint("?", name: "help", action: .help),
      ]
    }
    return [
      PlayHint("space", name: model.playback.isRunning ? "stop" : "run", action: .toggleRun),
      PlayHint("n", name: "step", action: .step), PlayHint("b", name: "back", action: .back),
      PlayHint("f", name: "fit", action: .fit),
      PlayHint("e", name: "edit", action: .edit), PlayHint("o", name: "open", action: .open),
      PlayHint("?", name: "help", action: .help),
      PlayHint("q", name: "quit", action: .quit),
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
