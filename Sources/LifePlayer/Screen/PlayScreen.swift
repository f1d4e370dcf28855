import LifeArguments
import LifeCore
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// The screen of `life play`: a pure function of the model.
struct PlayScreen {
  private let model: PlayModel

  init(_ model: PlayModel) { self.model = model }

  typealias PlayView = LifeTerminal.View<PlayMessage>

  /// The colors of the bars at the edges of the screen, and of the panels in front of the board.
  enum Styles {
    static let bar = Style(TerminalColor(0xadbac7), on: TerminalColor(0x1c2128))
    static let dim = Style(TerminalColor(0x768390), on: TerminalColor(0x1c2128))
    static let strong = Style(
      TerminalColor(0xf0f6fc), on: TerminalColor(0x1c2128), attributes: .bold)
    static let accent = Style(TerminalColor(0x6cb6ff), on: TerminalColor(0x1c2128))
    static let key = Style(TerminalColor(0x6cb6ff), on: TerminalColor(0x1c2128), attributes: .bold)
    static let error = Style(
      TerminalColor(0xffffff), on: TerminalColor(0xb62324), attributes: .bold)
    static let panel = Style(TerminalColor(0xcdd9e5), on: TerminalColor(0x22272e))
    static let panelDim = Style(TerminalColor(0x768390), on: TerminalColor(0x22272e))
    static let panelKey = Style(
      TerminalColor(0xf69d50), on: TerminalColor(0x22272e), attributes: .bold)
    static let panelTitle = Style(
      TerminalColor(0x6cb6ff), on: TerminalColor(0x22272e), attributes: .bold)
    static let selected = Style(
      TerminalColor(0xffffff), on: TerminalColor(0x316dca), attributes: .bold)

    static func badge(_ color: UInt32) -> Style {
      Style(TerminalColor(0x0d1117), on: TerminalColor(color), attributes: .bold)
    }
  }

  var view: PlayView {
    let bars = model.terminal.bars
    var rows: [PlayView] = []
    if bars.top > 0 { rows.append(header) }
    rows.append(board.flexible)
    if bars.bottom > 0 { rows.append(statusLine) }
    if bars.bottom > 1 { rows.append(keyLine) }
    var layers: [PlayView] = [.rows(rows)]
    if bars.bottom > 1, let note = model.note { layers.append(noteView(note)) }
    switch model.overlay {
    case .help(let scroll):
      layers.append(PlayHelp.view(scroll: scroll, size: model.terminal.size).keyed("help"))
    case .picker(let picker): layers.append(pickerView(picker).keyed("picker"))
    case .unsaved(let next): layers.append(unsavedView(next).keyed("unsaved"))
    case .overwrite(let question):
      layers.append(overwriteView(question).keyed("overwrite"))
    case .prompt(let field, _): layers.append(promptView(field).keyed("prompt"))
    case nil: break
    }
    return .layers(layers)
  }
}

// MARK: - Bars

extension PlayScreen {
  private var header: PlayView {
    let mark =
      model.isModified
      ? Span(" ●", style: Style(TerminalColor(0xf69d50), on: TerminalColor(0x1c2128)))
      : Span("", style: Styles.bar)
    let left = Line([
      Span(" life ", style: Styles.badge(0x6cb6ff)),
      Span(" " + TerminalText.printable(model.session.title), style: Styles.strong), mark,
      Span("  " + TerminalText.printable(model.session.snapshot.rulestring), style: Styles.accent),
    ])
    var parts = [
      Self.text(ofZoom: model.camera.view.zoom), model.camera.view.appearance.theme.rawValue,
      model.camera.glyphs.rawValue,
    ]
    if model.camera.view.isFollowing { parts.insert("follow", at: 0) }
    return .status(left: left, right: Line(parts.joined(separator: "  ") + " ", style: Styles.dim))
      .filled(Styles.bar).fixed(1)
  }

  /// A zoom as in `:zoom`: `16:1` is 16 cells per pixel. A large power of two becomes `2^40:1`.
  static func text(ofZoom zoom: Zoom) -> String {
    let cells = zoom.cellsPerPixel
    let isLong = cells > 1 << 20 && cells.nonzeroBitCount == 1
    return (isLong ? "2^\(cells.trailingZeroBitCount)" : "\(cells)") + ":\(zoom.pixelsPerCell)"
  }

  private var badge: Span {
    if model.editor.isPasting { return Span(" PASTE ", style: Styles.badge(0xdcbdfb)) }
    if model.editor.isEditing, !model.playback.isRunning {
      return Span(" EDIT ", style: Styles.badge(0xf69d50))
    }
    let isStepping = model.playback.goal != nil || model.playback.search != nil
    if isStepping, !model.playback.isRunning {
      return Span(" STEP ", style: Styles.badge(0x6cb6ff))
    }
    guard model.playback.isRunning else { return Span(" ■ STOP ", style: Styles.badge(0x768390)) }
    return Span(model.editor.isEditing ? " ▶ EDIT " : " ▶ RUN ", style: Styles.badge(0x57ab5a))
  }

  private var statusLine: PlayView {
    let snapshot = model.session.snapshot
    var spans = [badge]
    func add(_ name: String, value: String) {
      spans += [Span("  \(name) ", style: Styles.dim), Span(value, style: Styles.strong)]
    }
    add("gen", value: snapshot.generation.grouped + goalText)
    add("pop", value: snapshot.population.grouped)
    if model.editor.isEditing {
      add("at", value: "\(model.editor.cursor.x),\(model.editor.cursor.y)")
      if let box = model.editor.selection { add("sel", value: "\(box.width)×\(box.height)") }
      if snapshot.states > 2 { add("state", value: snapshot.nameOfState(model.editor.drawnState)) }
    } else if let box = snapshot.bounds {
      add("box", value: "\(box.width.grouped)×\(box.height.grouped)")
      if model.camera.view.width > 0, model.camera.view.box.intersection(box) == nil {
        spans.append(Span("  out of view: f shows it", style: Styles.key))
      }
    }
    spans += [Span("  \(snapshot.engine)", style: Styles.accent)]
    if let rate = model.playback.rate {
      spans.append(Span(" \(rateText(rate))", style: Styles.dim))
    }
    if model.terminal.size.width >= 150, !snapshot.reason.isEmpty {
      let reason = TerminalText.printable(snapshot.reason.withOptions)
      spans.append(Span(" (\(reason))", style: Styles.dim))
    }
    if model.terminal.size.width >= 110, let memory = snapshot.memory {
      spans.append(Span("  \(memory >> 20) MB", style: Styles.dim))
    }
    let isWide = model.terminal.size.width >= 100
    let right =
      isWide
      ? Line([Span(sparkline(24), style: Styles.accent), Span(" ", style: Styles.bar)]) : Line("")
    return .status(left: Line(spans), right: right).filled(Styles.bar).fixed(1)
  }

  private var goalText: String {
    if let search = model.playback.search { return " → \(search)?" }
    guard let goal = model.playback.goal, !model.playback.isRunning else { return "" }
    return " → \(goal.grouped)"
  }

  /// The measured speed, in generations per second.
  private func rateText(_ rate: Double) -> String {
    let units: [(Double, String)] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    for (size, name) in units where rate >= size {
      guard rate / size < 1e6 else { return "> 10^18 gen/s" }
      return "\((rate / size).rounded(toDecimals: 2))\(name) gen/s"
    }
    return "\(rate.rounded(toDecimals: rate < 10 ? 2 : 0)) gen/s"
  }

  /// The last populations as a row of bars.
  private func sparkline(_ width: Int) -> String {
    let values = model.session.populations.suffix(width)
    guard let low = values.min(), let high = values.max(), high.isFinite else { return "" }
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(
      values.map { value in
        high > low ? bars[min(7, Int((value - low) / (high - low) * 7.99))] : "▁"
      })
  }

  /// A message in front of the bars, in as many lines as it needs; its beginning if it is too long.
  private func noteView(_ note: PlayModel.Note) -> PlayView {
    let style = note.isError ? Styles.error : Styles.accent
    var lines = wrapped(
      TerminalText.printable(note.text), width: model.terminal.size.width - 2)
    let room = model.terminal.size.height
    if lines.count > room { lines = lines.prefix(room - 1) + ["…"] }
    let text = PlayView.text(lines.map { Line(" " + $0, style: style) })
    let bar = text.filled(note.isError ? Styles.error : Styles.bar).fixed(lines.count)
    return .rows([.space, bar.keyed("note")])
  }

  private var keyLine: PlayView {
    let slider = PlayView.slider(
      Slider(model.playback.speed.value, style: Styles.dim, knobStyle: Styles.accent)
    )
    .keyed("speed").fixed(sliderWidth)
    return .columns([
      .text(Line(" speed ", style: Styles.dim)), slider,
      .text(Line(" " + model.playback.speed.text.padded(to: 11), style: Styles.strong)),
      hints.flexible,
    ]).filled(Styles.bar).fixed(1)
  }

  private var sliderWidth: Int { max(8, min(24, model.terminal.size.width / 6)) }

  private var hints: PlayView {
    let width = model.terminal.size.width - 18 - sliderWidth - 2
    return .columns(
      PlayHint.fitting(PlayHint.list(for: model), into: width).map { hint in
        let key = Span(" \(hint.key)", style: Styles.key)
        let name = Span(" \(hint.name) ", style: Styles.bar)
        return PlayView.text(Line([key, name])).sending(.action(hint.action))
      })
  }
}

// MARK: - Board

extension PlayScreen {
  private var board: PlayView {
    let rect = model.terminal.board
    let size = Size(width: rect.width, height: rect.height)
    guard let picture = model.session.picture, picture.view.width > 0 else {
      return PlayView.space.keyed("board")
    }
    var board = PlayBoard(
      picture: picture, glyphs: model.camera.glyphs, isMonochrome: model.terminal.isMonochrome)
    board.shadeOutside(of: model.session.snapshot.universe)
    if model.editor.isEditing { board.highlights += highlights(on: board) }
    if model.camera.glyphs == .pixels, let cell = model.camera.pictureCell {
      return board.pixels(size, cell: cell).map { PlayView.picture($0).keyed("board") }
        ?? PlayView.space.keyed("board")
    }
    return PlayView.canvas(board.canvas(size)).keyed("board")
  }

  private func highlights(on board: PlayBoard) -> [PlayBoard.Highlight] {
    let selection = model.editor.selection.flatMap { board.highlight(.selection, box: $0) }
    let pasted = model.editor.isPasting ? pastedHighlights(on: board) : []
    let cell = Bounds(from: model.editor.cursor, width: 1, height: 1)
    let cursor = board.highlight(.cursor, box: cell)
    return [selection].compactMap { $0 } + pasted + [cursor].compactMap { $0 }
  }

  /// The cells set by a paste at the cursor, and the box around them.
  private func pastedHighlights(on board: PlayBoard) -> [PlayBoard.Highlight] {
    guard let clip = model.session.snapshot.clipboard, let bounds = clip.bounds else { return [] }
    let movement = model.editor.cursor
    let box = board.highlight(.selection, box: bounds.moved(by: movement))
    let runs = Array(IteratorSequence(CellRunIterator(clip.cells)).prefix(Self.maxPastedRuns + 1))
    guard runs.count <= Self.maxPastedRuns else { return box.map { [$0] } ?? [] }
    let corner = clip.origin + movement
    return [box].compactMap { $0 }
      + runs.compactMap { run in
        let cells = Bounds(
          from: corner.moved(byX: run.x, y: run.y), width: run.length, height: 1)
        return board.highlight(.pastedCells, box: cells)
      }
  }

  /// Larger patterns are shown only as a box, because the screen is redrawn for every key.
  private static let maxPastedRuns = 1 << 14
}

// MARK: - Overlays

extension PlayScreen {
  private func unsavedView(_ next: PlayModel.Intention) -> PlayView {
    let path = model.files.path.map { " as \($0)" } ?? ""
    let verb = next == .quit ? "quit" : "open"
    return dialog(
      "unsaved changes",
      answers: [
        (" y", "   save\(path) and \(verb)  "), (" n", "   discard changes and \(verb)  "),
        (" esc", " continue"),
      ])
  }

  private func overwriteView(_ question: PlayModel.Overwriting) -> PlayView {
    let name = TerminalText.printable("\(question.path)")
    let reason =
      question.conflict == .exists
      ? "'\(name)' exists" : "another program has changed '\(name)'"
    let text = [Line([Span("  \(reason)  ", style: Styles.panel)]), Line("", style: Styles.panel)]
    return dialog(
      "replace the file?", text: text,
      answers: [(" y", "   replace it  "), (" esc", " keep it  ")])
  }

  /// A panel with a question and the keys for its answers.
  private func dialog(
    _ title: String, text: [Line] = [], answers: [(key: String, meaning: String)]
  ) -> PlayView {
    let keys = answers.map { answer in
      Line([
        Span(" \(answer.key)", style: Styles.panelKey),
        Span(" \(answer.meaning)", style: Styles.panel),
      ])
    }
    return .centered(
      PlayView.border(
        Line(title, style: Styles.panelTitle), style: Styles.panelDim,
        around: .text([Line("", style: Styles.panel)] + text + keys + [Line("")])
      ).filled(Styles.panel))
  }

  /// The typed line instead of the keys, with its completions above.
  private func promptView(_ field: Field) -> PlayView {
    var field = field
    field.style = Styles.strong
    field.label = Line(" :", style: Styles.key)
    let candidates = PlayCompletion(model, line: field.string).candidates
    let typed = field.string.split(separator: " ").first.flatMap {
      PlayCommandName(rawValue: String($0))
    }
    let hint =
      candidates.count > 1 || typed == nil
      ? candidates.prefix(30).joined(separator: "  ")
      : model.note?.text ?? typed.map { "\($0.rawValue) \($0.argument)  \($0.summary)" } ?? ""
    return .rows([
      PlayView.space,
      PlayView.text(Line(" " + TerminalText.printable(hint), style: Styles.dim)).filled(Styles.bar)
        .fixed(1),
      PlayView.field(field).filled(Styles.bar).fixed(1),
    ])
  }

  /// The size of the preview of the picker, in characters.
  static func previewSize(_ size: Size) -> Size {
    let panel = panelSize(size)
    return Size(width: panel.width - 36, height: panel.height - 6)
  }

  private static func panelSize(_ size: Size) -> Size {
    Size(width: min(100, size.width - 4), height: min(34, size.height - 4))
  }

  private func pickerView(_ picker: PlayPicker) -> PlayView {
    let size = Self.panelSize(model.terminal.size)
    let matches = picker.matches
    var field = picker.field
    field.label = Line(" / ", style: Styles.panelKey)
    field.style = Styles.panel
    let items = matches.map { pattern in
      ListView<PlayMessage>.Item(
        key: pattern.kind + "/" + pattern.name,
        line: Line([
          Span(" " + TerminalText.printable(pattern.name), style: Styles.panel),
          Span("  \(pattern.kind)", style: Styles.panelDim),
        ]),
        message: .choosePattern(pattern.name))
    }
    let selected = picker.choice.map { $0.kind + "/" + $0.name }
    let searched = TerminalText.printable(field.string)
    let refusal = Line(
      matches.isEmpty ? " no pattern has '\(searched)'" : "", style: Styles.panelDim)
    let list = PlayView.rows([
      PlayView.field(field).fixed(1), PlayView.text(refusal).fixed(1),
      .list(ListView(items, selected: selected, selectedStyle: Styles.selected)),
    ])
    let hasPreview = size.width >= 60
    let content: PlayView = .columns(
      [list.fixed(hasPreview ? 33 : size.width - 2)]
        + (hasPreview ? [preview(picker).flexible] : []))
    let title =
      Line("patterns", style: Styles.panelTitle)
      + Line("  \(matches.count)", style: Styles.panelDim)
    return .centered(
      .columns([
        PlayView.rows([
          PlayView.border(title, style: Styles.panelDim, around: content).filled(Styles.panel)
            .fixed(
              size.height)
        ]).fixed(size.width)
      ]))
  }

  private func preview(_ picker: PlayPicker) -> PlayView {
    guard let preview = picker.preview else { return PlayView.space }
    var rows: [PlayView] = []
    if let picture = preview.picture {
      let pixels = preview.glyphs.pixels(characterSize: nil)
      let size = Size(
        width: picture.view.width / pixels.width, height: picture.view.height / pixels.height)
      let board = PlayBoard(
        picture: picture, glyphs: preview.glyphs, isMonochrome: model.terminal.isMonochrome)
      rows.append(PlayView.canvas(board.canvas(size)).fixed(size.height))
    }
    rows.append(PlayView.text("").fixed(1))
    rows.append(
      .text(preview.facts.map { Line(TerminalText.printable($0), style: Styles.panelDim) }))
    return .rows(rows)
  }
}
