import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// Patterns of files and of the collection, for the picker and for `:e`.
enum PlayFiles {
  /// - Parameters:
  ///   - board: its rule and universe, if it states any, replace those of the file.
  ///   - usualRule: the rule of a file that states none.
  static func open(
    _ name: String, on board: Pattern = Pattern(cells: .none), usualRule: Rule? = nil
  ) -> OpenedPattern {
    var opened = OpenedPattern(name: name)
    do {
      let path = Path(name)
      let limits = try EnvironmentLimits.ofProcess()
      var loader = PatternLoader(limits: limits.readingLimits, memory: limits.memory?.bytes)
      loader.usualRule = usualRule
      if let rule = board.statedRule {
        loader.rule = { _ in RuleAndUniverse(rule: rule, universe: nil) }
      }
      if board.universe != .plane { loader.universe = board.universe }
      guard !path.isStandardStream, !isSpecialFile(path) else {
        throw RunFailure(.usage, "cannot open '\(path)': expected a file or a pattern's name")
      }
      let version = FileVersion(path)
      let loaded = try loader.load(path)
      opened.pattern = loaded.pattern
      opened.path = savePath(of: loaded)
      opened.version = loaded.name == path ? version : FileVersion(loaded.name)
    } catch {
      opened.failure = describe(error)
    }
    return opened
  }

  static func describe(_ error: any Error) -> String {
    RunFailure(describing: error)?.fullMessage.withOptions ?? "\(error)"
  }

  /// The file for saving a pattern without a new name. Returns `nil` if saving there would change
  /// the format or lose other contents: for members of archives, checkpoints, pictures and files
  /// with several patterns.
  static func savePath(of loaded: LoadedPattern) -> Path? {
    let path = loaded.name
    guard isRegularFile(path), loaded.checkpoint == nil, loaded.index == nil,
      Format.named(by: path) == loaded.format, !Format.images.contains(loaded.format),
      !loaded.hasMore
    else { return nil }
    return path
  }

  /// The pattern in at most `size` characters, with its name, size and notes.
  static func preview(_ name: String, on board: Pattern, size: Size) -> PlayPicker.Preview {
    var preview = PlayPicker.Preview(name: name, picture: nil, glyphs: .half, facts: [])
    let opened = open(name, on: board)
    guard let pattern = opened.pattern, let box = pattern.bounds else {
      preview.facts = [opened.failure ?? "no live cells"]
      return preview
    }
    preview.facts = [
      name,
      "\(box.width)×\(box.height)  \(pattern.population.grouped) cells  \(pattern.rulestring)",
    ]
    for kind in [Pattern.NoteKind.author, .comment] {
      for note in pattern.notes(kind).prefix(2) {
        preview.facts += Prose(String(decoding: note, as: UTF8.self)).lines(width: size.width - 1)
      }
    }
    let fits = box.width <= BigInt(size.width) && box.height <= BigInt(2 * size.height)
    preview.glyphs = fits ? .half : .braille
    let pixels = preview.glyphs.pixels(characterSize: nil)
    var view = SimulationView(
      corner: .origin, zoom: .one, width: size.width * pixels.width,
      height: size.height * pixels.height)
    view.fit(box, nearest: Zoom(exponent: -2))
    view.appearance.background = Color(0x22272e)
    view.appearance.theme = .plain
    preview.picture = try? SimulationPicture(pattern, view: view)
    return preview
  }
}
