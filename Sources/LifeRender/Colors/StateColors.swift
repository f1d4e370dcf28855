package import LifeCore

/// The default colors of cell states for each family of rules, one per state.
///
/// They match Golly's defaults, so users of multistate rules recognize them.
package enum StateColors {
  /// Two states: white on dark gray.
  package static let twoStates = [Color(gray: 48), .white]

  /// A gradient from red (state 1) to yellow, for Generations rules and rule tables.
  package static func fading(_ states: Int) -> [Color] {
    colors(states, along: Ramp(0xff0000, 0xffff00))
  }

  /// A gradient from yellow (state 1) to red, for Larger than Life rules.
  package static func glowing(_ states: Int) -> [Color] {
    colors(states, along: Ramp(0xffff00, 0xff0000))
  }

  /// The states of LifeHistory rules: dead, alive, was alive, three kinds of marked cells, and
  /// boundary cells.
  ///
  /// - SeeAlso: <https://conwaylife.com/wiki/OCA:LifeHistory>
  package static let history: [Color] = [
    0x303030, 0x00ff00, 0x000080, 0xd8ffd8, 0xff0000, 0xffff00, 0x606060,
  ]

  /// The states of LifeSuper and similar rules. Odd states are alive. Each pair of states has a
  /// hue, bright for the live state and dimmed for the dead one.
  private static func signals(_ states: Int) -> [Color] {
    history
      + (history.count..<states).map { state in
        // Steps of five thirteenths around the wheel give adjacent pairs very different hues.
        let hue = wheel[Double(state / 2 * 5 % 13) / 13]
        return state % 2 == 1 ? hue : hue.mixed(with: history[0], share: 0.5)
      }
  }

  /// The states of a PCA: a color for the particle on each side, and mixtures of these.
  private static let particles: [Color] = [
    0x303030, 0xff0000, 0x00ff00, 0x808000, 0x1010ff, 0x800080, 0x008080, 0x606060, 0xffff00,
    0xff8000, 0x80ff00, 0xaaaa00, 0x909090, 0xaa5555, 0x55802b, 0x808040,
  ]

  private static let wheel = Ramp(
    0xff4040, 0xffc030, 0x60e040, 0x30d0d0, 0x5080ff, 0xd060ff, 0xff4040)

  /// The default colors of a rule's states. A rule table may define some or all of them.
  package static func usual(for rule: Rule) -> [Color] {
    switch rule.family {
    case .table(let table): colors(in: table.legend, otherwise: fading(rule.states))
    case _ where rule.states == 2: twoStates
    case .history(let history) where history.marks == .history: Self.history
    case .history: signals(rule.states)
    case .partitioned: particles
    case .largerThanLife: glowing(rule.states)
    case .alternating(let rules): usual(for: rules[0])
    default: fading(rule.states)
    }
  }

  /// Whether the rule has its own colors, from a rule file or for the marks of rules such as
  /// LifeHistory.
  package static func areOwn(of rule: Rule) -> Bool {
    switch rule.family {
    case .table(let table): !table.legend.colors.isEmpty
    case .history: true
    case .alternating(let rules): areOwn(of: rules[0])
    case .partitioned: rule.states > 2
    default: false
    }
  }

  /// The colors from the `@COLORS` section of a rule file, with default colors for the others.
  private static func colors(in legend: Legend, otherwise usual: [Color]) -> [Color] {
    usual.enumerated().map { state, color in
      legend.colors[State(state)].map { Color($0) } ?? color
    }
  }

  /// The color of dead cells, then a gradient.
  private static func colors(_ states: Int, along ramp: Ramp) -> [Color] {
    [twoStates[0]] + ramp.colors(states - 1)
  }
}
