internal import LifeAnalysis
internal import LifeEngines
package import LifeCore
package import LifeRender

/// The differences between two patterns, or the movement that makes them equal.
package struct PatternComparison {
  private let patterns: (Pattern, Pattern)
  private let names: (String, String)
  /// Differences of rule, universe and complement, as text.
  private var remarks: [String] = []
  /// The differing cells; nil if all are equal.
  private var difference: CellsDifference?
  /// The generations, the orientation and the shift that map the second pattern to the first; nil
  /// if there are none.
  private var match: Match?

  private struct Match {
    var generations = 0
    var orientation: Orientation
    var x: BigInt
    var y: BigInt
  }

  package var isSame: Bool { remarks.isEmpty && difference == nil }

  /// Which patterns count as the same; each case includes those before it.
  package enum Freedom: Comparable {
    /// Equal cells in equal places.
    case place
    /// Equal up to a translation.
    case anywhere
    /// Equal up to a translation and one of the eight orientations.
    case anyWay
    /// Also equal to another phase of the second pattern, which must recur.
    case anyPhase
  }

  /// - Throws: ``RunFailure`` of kind `overLimit` if phases are compared and the second pattern is
  ///   not found to recur; `Stopped`; `MemoryExhausted`.
  package init(
    _ patterns: (Pattern, Pattern), names: (String, String), freedom: Freedom, memoryLimit: Int
  ) throws {
    var patterns = patterns
    self.names = names
    let (a, b) = (patterns.0.statedRule, patterns.1.statedRule)
    if let a, let b, a != b { remarks.append("the rules are \(a.canonical) and \(b.canonical)") }
    if patterns.0.isComplement != patterns.1.isComplement {
      remarks.append("one stores the dead cells, as an odd generation of a rule with B0")
    }
    let (here, there) = (patterns.0.universe, patterns.1.universe)
    if here != there { remarks.append("the universes are \(here) and \(there)") }
    if freedom >= .anywhere {
      let ways = freedom >= .anyWay ? Orientation.all : [.identity]
      match = try Self.match(patterns, ways, memoryLimit)
      if match == nil, freedom == .anyPhase, remarks.isEmpty {
        match = try Self.matchingPhase(patterns, name: names.1, memoryLimit)
      }
      patterns.1 = try Self.moved(patterns.1, onto: patterns.0, .identity, memoryLimit / 4).pattern
    }
    self.patterns = patterns
    if match == nil { difference = try patterns.0.difference(from: patterns.1) }
  }

  /// The first of some orientations in which the second pattern is the first one.
  private static func match(
    _ patterns: (Pattern, Pattern), _ ways: [Orientation], _ memoryLimit: Int
  ) throws -> Match? {
    for orientation in ways {
      let moved = try moved(patterns.1, onto: patterns.0, orientation, memoryLimit / 4)
      if try patterns.0.difference(from: moved.pattern) == nil {
        return Match(orientation: orientation, x: moved.x, y: moved.y)
      }
    }
    return nil
  }

  /// The first later phase of the second pattern that is the first one.
  private static func matchingPhase(
    _ patterns: (Pattern, Pattern), name: String, _ memoryLimit: Int
  ) throws -> Match? {
    var limits = AnalysisLimits()
    var selection = EngineSelection()
    selection.threads = 1
    limits.engine = selection.options
    let rule = AnalysisRule(patterns.1.rule)
    let result = try Identifier(rule, limits).identify(patterns.1)
    guard let cycle = result.cycle, result.lifespan == 0 else {
      throw RunFailure(
        .overLimit,
        "--any-phase: \(name) does not recur within \(limits.generations) generations")
    }
    let sides = patterns.0.bounds.map { Set([$0.width, $0.height]) }
    var evolution = try Evolution(patterns.1, rule, limits.engine)
    for generations in stride(from: rule.interval, to: cycle.period, by: rule.interval) {
      try evolution.advance(by: rule.interval)
      guard BigInt(evolution.population) == patterns.0.population,
        evolution.box.map({ Set([BigInt($0.width), BigInt($0.height)]) }) == sides
      else { continue }
      let phase = try evolution.snapshot()
      if var match = try match((patterns.0, phase), Orientation.all, memoryLimit) {
        match.generations = generations
        return match
      }
    }
    return nil
  }

  /// A pattern in another orientation, moved so that the corners of both bounding boxes coincide.
  private static func moved(
    _ pattern: Pattern, onto other: Pattern, _ orientation: Orientation, _ limit: Int
  ) throws -> (pattern: Pattern, x: BigInt, y: BigInt) {
    var turned = pattern
    turned.universe = .plane
    turned.position = pattern.origin
    if orientation != .identity {
      turned = try turned.oriented(orientation, limit: limit)
    }
    guard let from = turned.bounds, let to = other.bounds else { return (turned, 0, 0) }
    let (x, y) = (to.x - from.x, to.y - from.y)
    return (turned.shifted(byX: x, y: y), x, y)
  }
}

// MARK: - Report

extension PatternComparison: CustomStringConvertible {
  /// Empty for equal patterns in the same place; else the movement that makes them equal, or the
  /// differences.
  package var description: String {
    var lines = remarks.map { "\(names.0) and \(names.1) differ: \($0)" }
    if let difference { lines += describe(difference) }
    if let match,
      match.x != 0 || match.y != 0 || match.orientation != .identity || match.generations > 0
    {
      let count = match.generations == 1 ? "1 generation" : "\(match.generations) generations"
      let later = match.generations == 0 ? "" : "run for \(count), "
      let turned = match.orientation.words.map { "\($0) and " } ?? ""
      lines.append(
        "\(names.1), \(later)\(turned)moved by (\(match.x), \(match.y)), is \(names.0)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func describe(_ difference: CellsDifference) -> [String] {
    let (box, first) = (difference.bounds, difference.first)
    let cells = difference.count == 1 ? "1 cell" : "\(difference.count) cells"
    return [
      "\(names.0) and \(names.1) differ in \(cells), in a box of \(box.width) × \(box.height) at "
        + "(\(box.x), \(box.y)); first in (\(first.x), \(first.y))\(states(of: first)):"
    ] + drawings(around: first)
  }

  /// The states of a cell in both patterns, if a rule has more than two states.
  private func states(of cell: Position) -> String {
    guard max(patterns.0.rule.states, patterns.1.rule.states) > 2 else { return "" }
    let one = patterns.0.states(from: cell, width: 1, height: 1)[0]
    let other = patterns.1.states(from: cell, width: 1, height: 1)[0]
    return ", in states \(one) and \(other)"
  }

  private static let reach = 3

  /// The neighborhood of a cell in both patterns, with the cell marked.
  private func drawings(around cell: Position) -> [String] {
    let width = 2 * Self.reach + 1
    let (a, b) = (drawing(patterns.0, cell), drawing(patterns.1, cell))
    let title =
      "  " + names.0.prefix(width) + String(repeating: " ", count: max(0, width - names.0.count))
    return [title + "   \(names.1)"] + zip(a, b).map { "  \($0)   \($1)" }
  }

  private func drawing(_ pattern: Pattern, _ cell: Position) -> [String] {
    let width = 2 * Self.reach + 1
    let states = pattern.states(
      from: cell.offset(byX: -Self.reach, y: -Self.reach), width: width, height: width)
    return (0..<width).map { y in
      String(
        (0..<width).map { x -> Character in
          let state = states[y * width + x]
          if x == Self.reach, y == Self.reach { return state > 0 ? "@" : "+" }
          return pattern.rule.states > 2 && state > 0
            ? Character(Unicode.Scalar(UInt8(ascii: "A") + (state - 1) % 24))
            : state > 0 ? "O" : "."
        })
    }
  }

  package var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("schema", "life.diff/1"), ("same", JSONText(isSame)),
    ]
    if !remarks.isEmpty {
      members.append(("differences", JSONText(array: remarks.map { JSONText($0) })))
    }
    if let difference {
      members += [
        ("cells", JSONText(difference.count)), ("bounds", JSONText(difference.bounds)),
        (
          "first",
          JSONText(object: [
            (key: "x", value: JSONText(difference.first.x)),
            (key: "y", value: JSONText(difference.first.y)),
          ])
        ),
      ]
    }
    if let match {
      members += [
        ("generations", JSONText(match.generations)),
        ("turned", match.orientation.words.map { JSONText($0) } ?? .null),
        ("moved_x", JSONText(match.x)), ("moved_y", JSONText(match.y)),
      ]
    }
    return JSONText(object: members)
  }
}

extension Orientation {
  /// The edits of this orientation; nil for the identity.
  fileprivate var words: String? {
    switch self {
    case .identity: nil
    case .rotated90: "turned by 90"
    case .rotated180: "turned by 180"
    case .rotated270: "turned by 270"
    case .mirroredX: "mirrored in x"
    case .mirroredY: "mirrored in y"
    case .transposed: "transposed"
    default: "transposed, turned by 180"
    }
  }
}

extension Pattern {
  /// The states of a small window, row by row.
  fileprivate func states(from corner: Position, width: Int, height: Int) -> [State] {
    var states = [State](repeating: 0, count: width * height)
    if let tree {
      let here = Position(x: corner.x - origin.x, y: corner.y - origin.y)
      let planes = tree.store.planes
      tree.forEachRow(from: here, width: width, height: height) { y, x, words in
        for column in x..<min(width, x + 64 * words.count / planes) {
          for plane in 0..<planes {
            let word = words[((column - x) >> 6) * planes + plane]
            let bit = State(word >> UInt64((column - x) & 63) & 1)
            states[y * width + column] |= bit << State(plane)
          }
        }
      }
      return states
    }
    guard let x = (corner.x - origin.x).int, let y = (corner.y - origin.y).int else {
      return states
    }
    for row in 0..<height {
      for column in 0..<width {
        states[row * width + column] = cells.state(of: Cell(x: x + column, y: y + row))
      }
    }
    return states
  }
}
