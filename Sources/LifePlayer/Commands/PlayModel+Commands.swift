import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

// Carries out commands typed after `:`.
extension PlayModel {
  /// - Parameter next: the intention to carry out after a save.
  mutating func execute(_ line: String, then next: Intention? = nil) -> [PlayEffect] {
    let line = trimmed(line[...])
    let words = line.split(separator: " ", maxSplits: 1)
    guard let first = words.first else { return [] }
    let argument = words.count > 1 ? trimmed(words[1]) : ""
    if first.first?.isNumber == true { return goTo(line) }
    guard let name = PlayCommandName(rawValue: String(first)) else {
      return tell("unknown command '\(first)'; :help lists all", isError: true)
    }
    return execute(name, argument: argument, then: next)
  }

  private mutating func execute(
    _ name: PlayCommandName, argument: String, then next: Intention?
  ) -> [PlayEffect] {
    let text = argument.isEmpty ? nil : argument
    switch name {
    case .write: return save(text, then: next)
    case .overwrite: return save(text, then: next, isForced: true)
    case .writeAndQuit: return save(text, then: .quit)
    case .quit: return attempt(.quit)
    case .discard: return proceed(.quit)
    case .open: return text.map { attempt(.open($0, asks: false)) } ?? perform(.open)
    case .discardAndOpen: return text.map { discardAndOpen($0) } ?? perform(.open)
    case .paste:
      return text.map { [.request(.pickUp($0, session.snapshot.rule))] }
        ?? tell("expected a pattern's name", isError: true)
    case .goTo: return goTo(argument)
    case .until: return find(argument)
    case .name: return [simulate(.rename(argument))]
    case .comment: return [simulate(.comment(argument))]
    case .export: return export(argument)
    case .identify:
      playback.search = nil
      return [.request(.identify(Path(session.title)))] + tell("identifying…")
    case .engine:
      let reason = session.snapshot.reason.withOptions
      let text = "engine \(session.snapshot.engine)" + (reason.isEmpty ? "" : ": \(reason)")
      return tell(text, isAnswer: true)
    default: return change(name, argument: argument)
    }
  }

  /// Commands that change the rule, the cells or the view.
  private mutating func change(_ name: PlayCommandName, argument: String) -> [PlayEffect] {
    switch name {
    case .rule:
      guard !argument.isEmpty else {
        return tell("the rule is \(session.snapshot.rulestring)", isAnswer: true)
      }
      return [simulate(.setRule(argument))]
    case .speed:
      guard let speed = PlaySpeed(argument) else {
        return tell("expected a speed such as 0.5s, 30/s or 2^4", isError: true)
      }
      return setSpeed(speed) + tell("speed \(speed.text)")
    case .theme:
      guard let theme = Theme(rawValue: argument) else {
        let names = Theme.allCases.map(\.rawValue)
        let near = didYouMean(argument, among: names).map { "; \($0)" } ?? ""
        return tell(
          "themes: \(names.joined(separator: ", "))\(near)", isError: !argument.isEmpty,
          isAnswer: true)
      }
      return setTheme(theme)
    case .glyphs:
      guard let glyphs = PlayGlyphs(rawValue: argument) else {
        return tell("expected half, braille, sextant, ascii or pixels", isError: true)
      }
      return setGlyphs(glyphs)
    case .zoom: return setZoom(argument)
    case .random:
      let percent = argument.isEmpty ? 35 : Int(argument) ?? -1
      guard (0...100).contains(percent) else {
        return tell("expected a number from 0 to 100", isError: true)
      }
      return randomize(editor.selection ?? camera.view.box, percent: percent)
        + tell("each cell is alive with \(percent) %")
    case .clear:
      // Saving it must not replace the file of the old pattern.
      session.title = "untitled"
      files.path = nil
      files.version = nil
      return [simulate(.clear)] + tell("a new pattern; u returns to the old one")
    default: return perform(.help)
    }
  }

  /// - Parameter text: a file name, with an optional number of pictures for an animation:
  ///   `a.gif 100` or `100 a.gif`.
  private mutating func export(_ text: String) -> [PlayEffect] {
    let words = text.split(separator: " ")
    var name = text
    var count = RecentPictures.maxPictures
    if words.count > 1, let last = words.last, let number = Int(last) {
      name = trimmed(text[..<last.startIndex])
      count = number
    } else if words.count > 1, let number = Int(words[0]) {
      name = trimmed(text[words[0].endIndex...])
      count = number
    }
    guard !name.isEmpty, count > 0 else {
      return tell("expected a name such as view.png or last.gif", isError: true)
    }
    if OutputTarget(template: Path(name)).isNumbered {
      return tell("no numbered names here: use last.gif, or 'life run -o \(name)'", isError: true)
    }
    return export(to: Path(name), last: count)
  }

  /// Searches for the generation at which a condition holds, and goes there.
  private mutating func find(_ text: String) -> [PlayEffect] {
    do throws(ValueError) {
      switch try RunEnd(text) {
      case .generation(let end): return goTo(end)
      case .condition(let condition): return find(condition)
      }
    } catch {
      return tell(error.message, isError: true)
    }
  }

  private mutating func find(_ condition: StopCondition) -> [PlayEffect] {
    let effects = setRunning(false)
    playback.search = condition
    return effects + [.request(.find(condition))]
  }

  /// Searches for the next generation with another population.
  mutating func findChange() -> [PlayEffect] {
    find(.population(.unequal, session.snapshot.population))
  }

  private mutating func goTo(_ text: String) -> [PlayEffect] {
    if text.hasPrefix("-") { return tellFirstGeneration() }
    do throws(ValueError) {
      return goTo(try Count(Array(text.utf8)))
    } catch {
      return tell(error.message, isError: true)
    }
  }

  private mutating func goTo(_ target: Count) -> [PlayEffect] {
    guard target.value <= Self.farthestGoal else {
      return tell("expected a generation of at most 10^\(Self.digitsOfGoal)", isError: true)
    }
    return go(to: target.value, telling: "generation ")
  }

  /// Goals with more digits would take seconds for each step.
  private static let digitsOfGoal = 1000
  private static let farthestGoal = BigInt.pow(base: 10, exponent: digitsOfGoal)

  /// `16:1` is 16 cells per pixel, `1:4` is 4 pixels per cell, as in Golly.
  private mutating func setZoom(_ text: String) -> [PlayEffect] {
    let parts = text.split(separator: ":").map { Int($0) ?? 0 }
    guard parts.count == 2, parts.min() == 1 else {
      return tell("expected a scale such as 1:4 or 16:1", isError: true)
    }
    zoom(to: Zoom(pixelsPerCell: parts[1], cellsPerPixel: parts[0]))
    return show() + tell("zoom \(PlayScreen.text(ofZoom: camera.view.zoom))")
  }
}

/// Text without spaces at its ends.
func trimmed(_ text: Substring) -> String {
  String(text.drop { $0 == " " }).withoutSpacesAtEnd
}
