import LifeTerminal

/// The screen with all keys and commands, from the same tables as the keys themselves.
enum PlayHelp {
  private typealias Styles = PlayScreen.Styles

  static func view(scroll: Int, size: Size) -> View<PlayMessage> {
    let columns = columns(size)
    let most = maxScroll(size)
    let first = min(scroll, most)
    let visible = height(columns) - most
    let title = Line("keys", style: Styles.panelTitle)
    let below = most - first
    let hint = most > 0 ? "  ↑ ↓ PgUp PgDn scroll\(below > 0 ? ", \(below) more lines" : "")" : ""
    return .centered(
      View.border(
        title + Line(hint, style: Styles.panelDim), style: Styles.panelDim,
        around: .columns(columns.map { .text(Array($0.dropFirst(first).prefix(visible))) })
      ).filled(Styles.panel))
  }

  /// The number of lines beyond the height of the screen.
  static func maxScroll(_ size: Size) -> Int {
    let height = height(columns(size))
    return height - max(1, min(height, size.height - 4))
  }

  private static func height(_ columns: [[Line]]) -> Int { columns.map(\.count).max() ?? 0 }

  /// The keys and the commands in three, two or one columns.
  private static func columns(_ size: Size) -> [[Line]] {
    let all = PlayBinding.groups.map { group($0.name, of: $0.bindings) }
    let layouts: [[[Line]]] = [
      [all[0] + all[1], all[2] + all[3], commands], [all[0] + all[1] + all[3], all[2] + commands],
    ]
    return layouts.first { width(of: $0) <= size.width } ?? [all.joined() + commands]
  }

  /// The width of columns and of the border around them.
  private static func width(of columns: [[Line]]) -> Int {
    2 + columns.map { column in column.map(\.width).max() ?? 0 }.reduce(0, +)
  }

  private static func group(_ name: String, of bindings: [PlayBinding]) -> [Line] {
    [Line(" \(name)", style: Styles.panelTitle)]
      + bindings.map { row($0.label, help: $0.help, width: 15) } + [Line("")]
  }

  private static var commands: [Line] {
    [Line(" Commands", style: Styles.panelTitle)]
      + PlayCommandName.allCases.map { row(":\($0.rawValue)", help: $0.summary, width: 10) }
  }

  private static func row(_ label: String, help: String, width: Int) -> Line {
    let space = String(repeating: " ", count: max(1, width - label.count))
    return Line([
      Span(" \(label)", style: Styles.panelKey), Span("\(space)\(help) ", style: Styles.panel),
    ])
  }
}
