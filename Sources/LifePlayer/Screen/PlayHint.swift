import LifeCore

/// A key in the bottom line, with its present action.
struct PlayHint {
  let key: String
  let name: String
  let action: PlayAction

  /// The number of characters on the screen, with the spaces around the key and the name.
  private var width: Int { key.count + name.count + 3 }

  /// The most useful keys of the present mode. The last two are kept longest on narrow screens.
  static func list(for model: PlayModel) -> [PlayHint] {
    if model.editor.isPasting {
      return [
        PlayHint(key: "enter", name: "place", action: .toggleCell),
        PlayHint(key: "R", name: "rotate", action: .turn(.rotated90)),
        PlayHint(key: "<", name: "reflect", action: .turn(.mirroredX)),
        PlayHint(key: "esc", name: "cancel", action: .cancel),
      ]
    }
    if model.editor.isEditing {
      return [
        PlayHint(key: "x", name: "toggle", action: .toggleCell),
        PlayHint(key: "v", name: "select", action: .select),
        PlayHint(key: "y", name: "copy", action: .copy),
        PlayHint(key: "d", name: "cut", action: .cut),
        PlayHint(key: "p", name: "paste", action: .paste),
        PlayHint(key: "u", name: "undo", action: .undo),
        PlayHint(key: "e", name: "done", action: .edit),
        PlayHint(key: "?", name: "help", action: .help),
      ]
    }
    return [
      PlayHint(key: "space", name: model.playback.isRunning ? "stop" : "run", action: .toggleRun),
      PlayHint(key: "n", name: "step", action: .step),
      PlayHint(key: "b", name: "back", action: .back),
      PlayHint(key: "f", name: "fit", action: .fit),
      PlayHint(key: "e", name: "edit", action: .edit),
      PlayHint(key: "o", name: "open", action: .open),
      PlayHint(key: "?", name: "help", action: .help),
      PlayHint(key: "q", name: "quit", action: .quit),
    ]
  }

  /// The hints that fit into a width, in order. The last two, help and leaving, take their space
  /// first.
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
