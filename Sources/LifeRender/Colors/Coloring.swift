package import LifeCore

/// Maps cells to palette indices, frame after frame, including ages, trails and history.
///
/// Each cell, or square of many cells, has a palette index that persists between frames. The
/// current index and the state of the cell decide the next index, so one transition table
/// implements all effects:
///
///      index   0      past    past+1 … past+trail   youngest … oldest    then one per state
///      meaning never  lived   fading out, the       state 1, by age      states 2, 3, …
///              alive  once    brightest last
///
/// `past` is 1 if the theme marks all cells ever alive. If it is 0, no index means "lived once".
package struct Coloring: Sendable {
  package internal(set) var palette: Palette
  /// The next index at `state * 256 + index`. `nil` if the index always equals the state.
  let transitions: [UInt8]?
  /// The number of earlier frames that affect the colors of a frame. Marks of cells ever alive,
  /// shown by some themes, do not count.
  package let memory: Int
  /// Whether cells ever alive are marked.
  package let marksPast: Bool
  package let legend: [LegendEntry]
  /// Whether ages were requested, but are not drawn: squares of many cells have none.
  package let hasOmittedAges: Bool

  /// The coloring of frames with individual cells.
  ///
  /// - Parameters:
  ///   - states: the number of cell states, from 2 to 256.
  ///   - stateColors: at least one color per state, starting at state 0; used by the theme `golly`.
  ///   - stateNames: the names for the legend.
  package init(
    _ appearance: Appearance, states: Int = 2, stateColors: [Color] = StateColors.twoStates,
    stateNames: [State: String] = [:]
  ) {
    precondition((2...256).contains(states) && stateColors.count >= states)
    let layout = IndexLayout(appearance, states: states, stateColors: stateColors)
    palette = Palette(layout.colors)
    transitions = layout.hasMemory ? layout.transitions : nil
    memory = layout.hasMemory ? max(layout.ages, layout.trail) + 1 : 0
    marksPast = layout.past > 0
    legend = layout.legend(names: stateNames)
    hasOmittedAges = false
    if appearance.opacity < 255 { palette.opacities = layout.opacities }
    addLinesAndLetters(appearance, cell: layout.theme.cell)
  }

  /// The coloring of frames in which a pixel is a square of many cells.
  package init(
    _ appearance: Appearance, shading: Shading, stateColors: [Color] = StateColors.twoStates
  ) {
    let theme = appearance.colors(states: shading.states, stateColors: stateColors)
    var colors = [theme.background]
    for top in [theme.cell] + theme.furtherStates {
      let glow = Ramp([theme.background] + (theme.glow ?? []) + [top])
      colors += (1...shading.levels).map { glow[shading.brightness($0)] }
    }
    let states = colors.count
    let most = UInt8(min(shading.levels, colors.count - 1))
    var legend = [LegendEntry(text: "few to many cells", colors: Array(1...most))]
    var past = 0
    if let color = theme.past, states < Palette.maxColors - 4 {
      past = states
      colors.append(color)
      legend.append(LegendEntry(text: "was alive", colors: [UInt8(past)]))
    }
    self.legend = legend
    palette = Palette(colors)
    let trail = shading.states == 2 ? appearance.trail ?? theme.trail : 0
    transitions =
      trail + past > 0
      ? Self.shadeTransitions(levels: shading.levels, states: states, trail: trail, past: past)
      : nil
    memory = trail > 0 ? shading.levels : 0
    marksPast = past > 0
    hasOmittedAges = appearance.isAged ?? (theme.ages != nil)
    if appearance.opacity < 255 { palette.opacities = [appearance.opacity] }
    addLinesAndLetters(appearance, cell: theme.cell)
  }

  /// Whether the index of a cell depends on its index in the previous frame.
  package var hasMemory: Bool { transitions != nil }

  /// The transitions between frames of one generation. An index that the state of a cell can have
  /// stays; the other cells were edited, and begin anew.
  var repeatingTransitions: [UInt8]? {
    transitions.map { table in
      stride(from: 0, to: table.count, by: 256).flatMap { start in
        let possible = Set(table[start..<start + 256])
        return (0...255).map { (index: UInt8) in possible.contains(index) ? index : table[start] }
      }
    }
  }

  private mutating func addLinesAndLetters(_ appearance: Appearance, cell: Color) {
    if appearance.hasGrid { palette.addGrid(hasMajorLines: appearance.hasMajorLines) }
    if appearance.hasMargins { palette.addText(besideCells: cell) }
  }

  /// The transitions of squares of many cells.
  ///
  /// - Parameters:
  ///   - trail: the number of frames in which all shades fade, each by the same number of levels,
  ///     but at least by 1; 0 without trails.
  ///   - past: the index of squares with a cell ever alive; 0 for none.
  private static func shadeTransitions(
    levels: Int, states: Int, trail: Int, past: Int
  ) -> [UInt8] {
    let step = trail > 0 ? max(1, levels / trail) : levels
    return (0..<states).flatMap { shade in
      (0..<256).map { index in
        let faded = index == past ? 0 : min(levels, index) - step
        let next = max(shade, faded)
        return UInt8(next == 0 && index > 0 ? past : next)
      }
    }
  }
}

extension Appearance {
  /// The colors of a rule's states, from the background on.
  package func stateColors(of rule: Rule) -> [Color] {
    let colors = colors(states: rule.states, stateColors: StateColors.usual(for: rule))
    return [colors.background, colors.cell] + colors.furtherStates
  }

  /// The theme's colors, with explicitly chosen colors instead of its own.
  fileprivate func colors(states: Int, stateColors: [Color]) -> ThemeColors {
    var colors = theme.colors
    if theme == .golly {
      colors.background = stateColors[0]
      colors.cell = stateColors[1]
      colors.furtherStates = Array(stateColors[2..<states])
    }
    if let background {
      colors.background = background
      colors.embers = colors.embers?.fading(to: background)
    }
    if let cell {
      colors.cell = cell
      colors.ages = nil
    }
    if theme != .golly { colors.furtherStates = colors.fadingColors(states: states) }
    return colors
  }
}

extension ThemeColors {
  /// Colors between the background and a live cell, the darkest first.
  fileprivate var glow: [Color]? {
    (embers ?? ages).map { Array($0.stops.dropLast().reversed()) }
  }

  /// Colors for the states 2, 3, …, fading toward the background. In Generations rules, the most
  /// common ones, these states are dying cells.
  fileprivate func fadingColors(states: Int) -> [Color] {
    let fading = embers ?? Ramp(cell.mixed(with: background, share: 0.3), background)
    return Array(fading.colors(states - 1).dropLast())
  }

  /// The age gradient for themes without one.
  fileprivate var usualAges: Ramp {
    Ramp(cell, cell.mixed(with: background, share: 0.35), cell.mixed(with: background, share: 0.65))
  }
}

/// The meanings of palette indices in a coloring of individual cells; see ``Coloring``.
private struct IndexLayout {
  let theme: ThemeColors
  let states: Int
  /// The number of indices for all cells ever alive: 0 or 1.
  let past: Int
  /// The number of indices for fading dead cells.
  let trail: Int
  /// The number of indices for ages of state 1.
  let ages: Int
  /// The opacity of the background, from 0 to 255.
  private let opacity: UInt8

  /// The number of ages with different colors. Older cells keep the last color.
  private static let maxAges = 64

  init(_ appearance: Appearance, states: Int, stateColors: [Color]) {
    theme = appearance.colors(states: states, stateColors: stateColors)
    self.states = states
    opacity = appearance.opacity
    // Reserve four colors for the grid and the label. With nearly 256 states there is no room for
    // them, and the nearest colors of the palette are used instead.
    let available = max(1, Palette.maxColors - 4 - (states - 1))
    let isAged = appearance.isAged ?? (theme.ages != nil)
    ages = isAged ? min(Self.maxAges, available) : 1
    past = min(theme.past == nil ? 0 : 1, available - ages)
    trail = min(appearance.trail ?? theme.trail, available - ages - past)
  }

  private var youngest: Int { past + trail + 1 }
  private var oldest: Int { youngest + ages - 1 }
  var hasMemory: Bool { past + trail > 0 || ages > 1 }

  var colors: [Color] {
    let end = theme.past ?? theme.background
    let start = theme.cell.mixed(with: end, share: 0.35)
    let embers = theme.embers ?? Ramp(start, end)
    // A cell fades into a transparent background by opacity alone, without its color.
    let opacity = past > 0 ? 1 : Double(self.opacity) / 255
    var colors = [theme.background]
    if past > 0 { colors.append(end) }
    colors += (0..<trail).reversed().map { step in
      let share = Double(step) / Double(trail)
      return embers[share * opacity / (1 - share * (1 - opacity))]
    }
    colors += ages > 1 ? (theme.ages ?? theme.usualAges).earlyColors(ages) : [theme.cell]
    return colors + theme.furtherStates
  }

  /// The opacities of the background and of fading dead cells, which fade into it.
  var opacities: [UInt8] {
    let fading = past > 0 ? 0..<0 : 0..<trail
    let range = 255 - Int(opacity)
    return [opacity] + fading.map { opacity + UInt8(range * ($0 + 1) / trail) }
  }

  /// The maximum number of states with an entry each.
  private static let maxEntries = 6

  func legend(names: [State: String]) -> [LegendEntry] {
    func gradient(_ range: ClosedRange<Int>) -> [UInt8] { range.map { UInt8($0) } }
    let alive = names[1] ?? (states > 2 ? "state 1" : "alive")
    var entries = [
      LegendEntry(
        text: ages > 1 ? "age 1 to \(ages)" : alive, colors: gradient(youngest...oldest))
    ]
    if trail > 0 {
      entries.append(
        LegendEntry(
          text: "dead for 1 to \(trail)", colors: gradient(past + 1...past + trail).reversed()))
    }
    if past > 0 { entries.append(LegendEntry(text: "was alive", colors: [UInt8(past)])) }
    func entry(_ state: Int) -> LegendEntry {
      LegendEntry(text: names[State(state)] ?? "state \(state)", colors: [color(state)])
    }
    func color(_ state: Int) -> UInt8 { UInt8(oldest + state - 1) }
    guard states > Self.maxEntries else { return entries + (2..<states).map(entry) }
    let kinds = kinds(names: names)
    if kinds.count < states - 2, kinds.count <= Self.maxEntries {
      return entries + kinds.map { LegendEntry(text: $0, colors: $1.map(color)) }
    }
    let named = (2..<states).filter { names.count < Self.maxEntries && names[State($0)] != nil }
    let others = (2..<states).filter { !named.contains($0) }
    let text = named.isEmpty ? "states 2 to \(states - 1)" : "other states"
    return entries + named.map(entry) + [LegendEntry(text: text, colors: others.map(color))]
  }

  /// The states from 2 on. Neighbors whose names begin with the same word are of one kind: "ant
  /// going north" and "ant going east" are "ant". States without names are kinds of their own.
  private func kinds(names: [State: String]) -> [(name: String, states: ClosedRange<Int>)] {
    var kinds: [(name: String, states: ClosedRange<Int>)] = []
    for state in 2..<states {
      let word = names[State(state)]?.prefix(while: \.isLetter)
      if let word, !word.isEmpty, let last = kinds.last,
        last.name.prefix(while: \.isLetter) == word
      {
        kinds[kinds.count - 1] = (String(word), last.states.lowerBound...state)
      } else {
        kinds.append((names[State(state)] ?? "state \(state)", state...state))
      }
    }
    return kinds
  }

  var transitions: [UInt8] {
    (0..<states).flatMap { state in
      (0..<256).map { UInt8(next(of: $0, state: state)) }
    }
  }

  /// The palette index after `index` if the cell is in `state`.
  private func next(of index: Int, state: Int) -> Int {
    if state > 1 { return oldest + state - 1 }
    let isAlive = index >= youngest
    if state == 1 {
      if isAlive && index <= oldest { return min(index + 1, oldest) }
      return youngest
    }
    if isAlive { return past + trail }
    return index > past ? index - 1 : index
  }
}

/// The meaning of a color or a gradient.
package struct LegendEntry: Hashable, Sendable {
  var text: String
  /// Palette indices.
  var colors: [UInt8]
}
