/// A named color scheme.
package enum Theme: String, CaseIterable, Sendable {
  case golly, plain, inverse, blue, phosphor, paper, heat, fire, trails, ice, history

  /// A one-line description for help.
  package var summary: String {
    switch self {
    case .golly: "white on dark gray"
    case .plain: "white on black"
    case .inverse: "black on white"
    case .blue: "light blue on dark blue"
    case .phosphor: "an old green screen with afterglow"
    case .paper: "dark ink on paper"
    case .heat: "by age, from white through yellow and red to violet"
    case .fire: "by age, with embers where cells died"
    case .trails: "white, with a blue trail"
    case .ice: "by age, from white to deep blue"
    case .history: "green, and blue where cells were ever alive"
    }
  }

  /// The background and the colors of cells: alive, by age, and fading.
  package var samples: [Color] {
    let ramps = [colors.ages, colors.embers].compactMap { $0?.stops.dropFirst() }
    return [colors.background, colors.cell] + ramps.joined() + [colors.past].compactMap { $0 }
  }

  /// Whether it colors all cells that were ever alive.
  package var marksPast: Bool { colors.past != nil }

  var colors: ThemeColors {
    switch self {
    case .golly: ThemeColors(background: 0x303030, cell: 0xffffff)
    case .plain: ThemeColors(background: 0x000000, cell: 0xffffff)
    case .inverse: ThemeColors(background: 0xffffff, cell: 0x000000)
    case .blue: ThemeColors(background: 0x0b1a33, cell: 0x8fc7ff)
    case .paper: ThemeColors(background: 0xf6f1e4, cell: 0x26323d)
    case .phosphor:
      ThemeColors(
        background: 0x061208, cell: 0x8dffa0, embers: Ramp(0x2e9c48, 0x061208), trail: 8)
    case .heat:
      ThemeColors(
        background: 0x14101c, cell: 0xffffff,
        ages: Ramp(0xffffff, 0xffe36b, 0xff8a2a, 0xd6303c, 0x7a2a8f))
    case .fire:
      ThemeColors(
        background: 0x0c0606, cell: 0xfff7d6, ages: Ramp(0xfff7d6, 0xffd75e, 0xff9d2e),
        embers: Ramp(0xe2501c, 0x9c1f12, 0x4a0f0c, 0x0c0606), trail: 24)
    case .trails:
      ThemeColors(
        background: 0x101418, cell: 0xffffff, embers: Ramp(0x3f8cff, 0x1d3f78, 0x101418), trail: 32)
    case .ice:
      ThemeColors(
        background: 0x081018, cell: 0xffffff, ages: Ramp(0xffffff, 0xa8e4ff, 0x3f9be0, 0x2456a8))
    case .history: ThemeColors(background: 0x303030, cell: 0x00ff00, past: 0x000080)
    }
  }
}

/// The colors and effects of a theme.
struct ThemeColors {
  var background: Color
  var cell: Color
  /// The colors of a live cell by age. `nil` if its color does not change.
  var ages: Ramp?
  /// The colors of a fading dead cell, the brightest first. `nil` means a gradient from the cell
  /// color to the background.
  var embers: Ramp?
  /// The number of frames in which a dead cell fades out.
  var trail = 0
  /// The color of cells alive in any earlier frame.
  var past: Color?
  /// The colors of the states 2, 3, …
  var furtherStates: [Color] = []
}
