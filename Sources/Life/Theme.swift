import LifeRender

/// The colors of images: of the background, and of cells by state or age.
public struct Theme: Hashable, Sendable {
  let value: LifeRender.Theme

  /// White on dark gray, or the colors of the rule's states, as in Golly.
  public static let golly = Theme(value: .golly)
  /// White on black.
  public static let plain = Theme(value: .plain)
  /// Black on white.
  public static let inverse = Theme(value: .inverse)
  /// Light blue on dark blue.
  public static let blue = Theme(value: .blue)
  /// An old green screen with afterglow.
  public static let phosphor = Theme(value: .phosphor)
  /// Dark ink on paper.
  public static let paper = Theme(value: .paper)
  /// By age, from white through yellow and red to violet.
  public static let heat = Theme(value: .heat)
  /// By age, with embers where cells died.
  public static let fire = Theme(value: .fire)
  /// White, with a blue trail.
  public static let trails = Theme(value: .trails)
  /// By age, from white to deep blue.
  public static let ice = Theme(value: .ice)
  /// Green, and blue where cells were ever alive.
  public static let history = Theme(value: .history)

  init(value: LifeRender.Theme) { self.value = value }

  /// The theme with this ``name``, for example `fire`. Returns `nil` if there is none.
  public init?(named name: String) {
    guard let value = LifeRender.Theme(rawValue: name) else { return nil }
    self.value = value
  }

  /// The name, as on the command line.
  public var name: String { value.rawValue }

  /// The colors of a rule's states, for a view of your own. The first one is the background. Ages
  /// and trails have further colors in images.
  ///
  ///     let colors = Theme.golly.stateColors(of: pattern.rule)
  ///     for cell in try pattern.cells() { print(cell.x, cell.y, colors[cell.state].red) }
  public func stateColors(of rule: Rule) -> [ImageOptions.Color] {
    var appearance = Appearance()
    appearance.theme = value
    return appearance.stateColors(of: rule.value).map {
      ImageOptions.Color(red: $0.red, green: $0.green, blue: $0.blue)
    }
  }
}

extension Theme: CaseIterable {
  /// All themes.
  public static var allCases: [Theme] { LifeRender.Theme.allCases.map { Theme(value: $0) } }
}

extension Theme: CustomStringConvertible {
  /// The ``name``.
  public var description: String { name }
}
