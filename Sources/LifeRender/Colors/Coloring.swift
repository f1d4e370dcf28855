/// What colour each cell gets, frame after frame.
///
/// What a place of the picture shows is a number, which is its colour's index, too; the next number
/// follows from it and from the cell's state. So a table of states and numbers is all there is to
/// ages, trails and the traces of what has lived:
///
///      0 ─ 1 ─ 2 … trail │ youngest … oldest │ states 2, 3, …
///      never  fading      state 1, by age      as they are
package struct Coloring: Sendable {
  package private(set) var palette: Palette
  /// How many states, or shades of squares, a place can have.
  package let states: Int
  /// The next number of a place, at its state · 256 + its number; nil if that is always the state.
  let transitions: [UInt8]?

  /// The colours of frames that show cells.
  ///
  /// - Parameter colors: those of the states that the theme does not colour, from state 0 on.
  package init(_ look: Look, states: Int = 2, stateColors: [Color] = StateColors.twoStates) {
    precondition((2...256).contains(states) && stateColors.count >= states)
    self.states = states
    let plan = Plan(look, states: states, stateColors)
    palette = Palette(plan.colors)
    transitions = plan.hasMemory ? plan.transitions : nil
    addLinesAndLetters(look)
  }

  /// The colours of frames that show squares of many cells.
  package init(_ look: Look, _ shading: Shading, stateColors: [Color] = StateColors.twoStates) {
    let theme = look.colors(states: shading.states, stateColors)
    var colors = [theme.background]
    for top in [theme.cell] + theme.furtherStates {
      let glow = Ramp([theme.background] + (theme.glow ?? []) + [top])
      colors += (1...shading.levels).map { glow[shading.brightness($0)] }
    }
    states = colors.count
    palette = Palette(colors)
    let trail = look.trail ?? theme.trail
    transitions = trail > 0 && shading.states == 2 ? Self.fading(shading.levels, trail) : nil
    addLinesAndLetters(look)
  }

  /// Whether what a place shows depends on what it showed before.
  package var hasMemory: Bool { transitions != nil }

  private mutating func addLinesAndLetters(_ look: Look) {
    if look.hasGrid { palette.addGrid() }
    if look.hasLabel { palette.addLabel() }
  }

  /// A shade that gets fainter takes `frames` for the whole way.
  private static func fading(_ levels: Int, _ frames: Int) -> [UInt8] {
    let step = max(1, levels / frames)
    return (0...levels).flatMap { level in
      (0..<256).map { UInt8(max(level, min(levels, $0) - step)) }
    }
  }
}

extension Look {
  /// The theme's colours with those that were asked for in their place.
  fileprivate func colors(states: Int, _ stateColors: [Color]) -> ThemeColors {
    var colors = theme.colors
    if theme == .golly {
      colors.background = stateColors[0]
      colors.cell = stateColors[1]
      colors.furtherStates = Array(stateColors[2..<states])
    }
    if let background { colors.background = background }
    if let cell {
      colors.cell = cell
      colors.ages = nil
    }
    if theme != .golly { colors.furtherStates = colors.fading(states) }
    return colors
  }
}

extension ThemeColors {
  /// What lies between the background and a living cell, faint first.
  fileprivate var glow: [Color]? {
    (embers ?? ages).map { Array($0.stops.dropLast().reversed()) }
  }

  /// States beyond the first as steps on the way from life to nothing, which they are in most
  /// rules that have them.
  fileprivate func fading(_ states: Int) -> [Color] {
    let way = embers ?? Ramp(cell.mixed(with: background, 0.3), background)
    return Array(way.colors(states - 1).dropLast())
  }

  /// The colours of a cell as it gets older, for themes that have none of their own.
  fileprivate var usualAges: Ramp {
    Ramp(cell, cell.mixed(with: background, 0.35), cell.mixed(with: background, 0.65))
  }
}

/// Where the numbers of a colouring with memory begin and what they mean.
private struct Plan {
  let theme: ThemeColors
  let states: Int
  /// How many numbers mean that something lived here at any time, how many fade, and how many
  /// tell ages.
  let past: Int
  let trail: Int
  let ages: Int

  /// The ages that can be told apart.
  private static let mostAges = 64

  init(_ look: Look, states: Int, _ stateColors: [Color]) {
    theme = look.colors(states: states, stateColors)
    self.states = states
    // Four colours are left for lines and letters, if there are so many.
    let room = max(1, Palette.mostColors - 4 - (states - 1))
    let isAged = look.isAged ?? (theme.ages != nil)
    ages = isAged ? min(Self.mostAges, room) : 1
    past = min(theme.past == nil ? 0 : 1, room - ages)
    trail = min(look.trail ?? theme.trail, room - ages - past)
  }

  private var youngest: Int { past + trail + 1 }
  private var oldest: Int { youngest + ages - 1 }
  var hasMemory: Bool { past + trail > 0 || ages > 1 }

  var colors: [Color] {
    let end = theme.past ?? theme.background
    let start = theme.cell.mixed(with: end, 0.35)
    let embers = (theme.embers ?? Ramp(start, end)).colors(trail + 1).dropLast()
    return [theme.background] + [end].filter { _ in past > 0 } + embers.reversed()
      + (ages > 1 ? (theme.ages ?? theme.usualAges).earlyColors(ages) : [theme.cell])
      + theme.furtherStates
  }

  var transitions: [UInt8] {
    (0..<states).flatMap { state in
      (0..<256).map { UInt8(next(of: $0, state: state)) }
    }
  }

  private func next(of number: Int, state: Int) -> Int {
    if state > 1 { return oldest + state - 1 }
    let wasAlive = number >= youngest
    if state == 1 { return wasAlive && number < oldest ? number + 1 : wasAged(number) }
    if wasAlive { return past + trail }
    return number > past ? number - 1 : number
  }

  /// The oldest stay so; all others are born.
  private func wasAged(_ number: Int) -> Int { number == oldest ? oldest : youngest }
}
