import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

// What is typed after `:`.
extension PlayModel {
  mutating func execute(_ line: String) -> [PlayEffect] {
    let words = line.split(separator: " ", maxSplits: 1)
    guard let first = words.first else { return [] }
    let argument = words.count > 1 ? trimmed(words[1]) : ""
    if first.first?.isNumber == true { return goTo(line) }
    guard let name = PlayCommandName(rawValue: String(first)) else {
      return tell("unknown command '\(first)'; :help lists all", isError: true)
    }
    return execute(name, argument)
  }

  private mutating func execute(_ name: PlayCommandName, _ argument: String) -> [PlayEffect] {
    switch name {
    case .write: return save(argument.isEmpty ? nil : argument)
    case .writeAndQuit:
      quitsAfterSave = !argument.isEmpty || path != nil
      return save(argument.isEmpty ? nil : argument)
    case .quit: return quit()
    case .discard: return [.request(.removeBackup), .quit(0)]
    case .edit:
      guard !argument.isEmpty else { return perform(.open) }
      return [.request(.open(argument))]
    case .goTo: return goTo(argument)
    case .name: return [simulate(.rename(argument))]
    case .rule:
      guard !argument.isEmpty else { return tell("the rule is \(snapshot.rulestring)") }
      return [simulate(.setRule(argument))]
    case .speed:
      guard let speed = PlaySpeed(argument) else {
        return tell("expected a speed such as 0.5s, 30/s or 2^4", isError: true)
      }
      return setSpeed(speed)
    case .theme:
      guard let theme = Theme(rawValue: argument) else {
        let names = Theme.allCases.map(\.rawValue).joined(separator: ", ")
        return tell("themes: \(names)", isError: !argument.isEmpty)
      }
      return setTheme(theme)
    case .glyphs:
      guard let glyphs = PlayGlyphs(rawValue: argument) else {
        return tell("expected half, braille or ascii", isError: true)
      }
      return setGlyphs(glyphs)
    case .zoom: return setZoom(argument)
    case .random:
      let percent = argument.isEmpty ? 35 : Int(argument) ?? -1
      guard (0...100).contains(percent) else {
        return tell("expected a number from 0 to 100", isError: true)
      }
      return randomize(selection ?? visibleBox, percent: percent)
    case .clear: return [simulate(.edit(.clear, continues: false))]
    case .help: return perform(.help)
    }
  }

  /// The cells in the view.
  var visibleBox: Bounds {
    Bounds(
      x: view.corner.x, y: view.corner.y, width: view.cells(view.width),
      height: view.cells(view.height))
  }

  private mutating func goTo(_ text: String) -> [PlayEffect] {
    do throws(ValueError) {
      return go(to: try Count(argument: Argument(text)).value)
    } catch {
      return tell(error.message, isError: true)
    }
  }

  /// `1:16` is 16 cells per pixel, `4:1` is 4 pixels per cell.
  private mutating func setZoom(_ text: String) -> [PlayEffect] {
    let parts = text.split(separator: ":").map { Int($0) ?? 0 }
    guard parts.count == 2, parts.min() == 1, let larger = parts.max(),
      larger.nonzeroBitCount == 1
    else {
      return tell("expected a scale such as 1:16 or 4:1, a power of two", isError: true)
    }
    let steps = larger.trailingZeroBitCount
    zoom(by: (parts[1] == larger ? steps : -steps) - view.zoom)
    return show()
  }
}

/// Text without spaces at its ends.
func trimmed(_ text: Substring) -> String {
  var text = text.drop { $0 == " " }
  while text.last == " " { text.removeLast() }
  return String(text)
}

/// The completions of a line after `:`.
struct PlayCompletion {
  /// The whole lines that begin with what was typed.
  let candidates: [String]
  private let typed: String

  init(_ model: PlayModel, _ line: String) {
    typed = line
    let words: [String]
    let arguments = { (name: PlayCommandName, all: [String]) in all.map { "\(name.rawValue) \($0)" }
    }
    if line.hasPrefix("theme ") {
      words = arguments(.theme, Theme.allCases.map(\.rawValue))
    } else if line.hasPrefix("glyphs ") {
      words = arguments(.glyphs, PlayGlyphs.allCases.map(\.rawValue))
    } else if line.hasPrefix("e ") {
      words = arguments(.edit, model.library.map(\.name).sorted())
    } else if line.contains(" ") {
      words = []
    } else {
      words = PlayCommandName.allCases.map { $0.argument.isEmpty ? $0.rawValue : $0.rawValue + " " }
    }
    candidates = words.filter { $0.hasPrefix(line) }
  }

  /// The longest beginning of all candidates; nil if it is what was typed.
  var completed: String? {
    guard var common = candidates.first else { return nil }
    for candidate in candidates {
      while !candidate.hasPrefix(common) { common.removeLast() }
    }
    return common == typed ? nil : common
  }
}
