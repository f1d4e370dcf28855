package import LifeAnalysis
internal import LifeCore
package import LifeRender

// The maps of an identified object.
extension MapPicture {
  /// The maps of a recurring object: own periods of the cells, envelope with rotor and stator,
  /// heat, frequency of being alive, and cells alive in the same phases. Of these, a spaceship has
  /// only frequency and heat, and a still life only frequency.
  ///
  /// - Parameter title: a line about the object.
  /// - Returns: `nil` if the pattern does not recur from its first generation, or is too large.
  package init?(title: String, _ result: Identification) {
    guard result.lifespan == 0, let cycle = result.cycle, let rule = result.rule,
      let measures = result.measures, let map = CycleMap(cycle, rule: rule)
    else { return nil }
    let code = result.code?.description ?? ""
    let figures = Self.figures(measures, result: result)
    var panels: [Panel] = []
    if cycle.isMoving {
      panels = [Self.frequency(map), Self.heat(map)]
    } else if cycle.period == 1 {
      panels = [Self.frequency(map)]
    } else {
      panels = [
        Self.periods(map), Self.envelope(map), Self.heat(map), Self.frequency(map),
        Self.signatures(map),
      ]
    }
    self.init(
      lines: [title, code].filter { !$0.isEmpty && $0.count <= Self.maxLineLength } + [figures],
      width: map.box.width, height: map.box.height, panels: panels, phases: map.phases)
  }

  /// The maximum characters of a line above the panels; longer ones are left out.
  private static let maxLineLength = 80
  /// The maximum rows of a legend.
  private static let maxRows = 12

  private static func figures(_ measures: CycleMeasures, result: Identification) -> String {
    let population = measures.population
    let range =
      population.min == population.max
      ? "\(population.min)" : "\(population.min) to \(population.max)"
    var texts = [
      "\(measures.box.width) × \(measures.box.height)", "population \(range)",
      "symmetry \(measures.symmetry.rawValue)",
    ]
    if let period = result.period, period > 1 {
      texts.append("heat \(measures.heat.mean.threeDigits)")
      if let activity = measures.activity {
        texts.append("volatility \(activity.volatility.threeDigits)")
        texts.append("strict \(activity.strictVolatility(period).threeDigits)")
      }
    }
    return texts.joined(separator: ", ")
  }

  private static func periods(_ map: CycleMap) -> Panel {
    let all = Set(map.ownPeriods).subtracting([0]).sorted()
    let changing = all.filter { $0 > map.interval }
    func color(_ period: Int) -> Color {
      changing.firstIndex(of: period).map { MapColors.period($0, of: changing.count) }
        ?? MapColors.still
    }
    let rows = all.map { period in
      (color(period), "period \(period): \(map.ownPeriods.count { $0 == period }.counted("cell"))")
    }
    let rest = rows.count - maxRows
    return Panel(
      title: "Periods of the cells", colors: map.ownPeriods.map { $0 == 0 ? nil : color($0) },
      legend: Array(rows.suffix(maxRows))
        + (rest > 0 ? [(MapColors.still, "and \(rest) shorter periods")] : []))
  }

  private static func envelope(_ map: CycleMap) -> Panel {
    let active = map.ownPeriods.count { $0 > 0 }
    let stator = map.ownPeriods.count { $0 == map.interval }
    func share(_ cells: Int) -> String {
      "\(cells.counted("cell")), \((100 * Double(cells) / Double(active)).threeDigits)%"
    }
    return Panel(
      title: "Envelope",
      colors: map.ownPeriods.map {
        guard $0 != 0 else { return nil }
        return $0 == map.interval ? MapColors.still : MapColors.changing
      },
      legend: [
        (MapColors.changing, "rotor: \(share(active - stator))"),
        (MapColors.still, "stator: \(share(stator))"),
      ])
  }

  /// The number of phases in which each cell is alive.
  private static func frequency(_ map: CycleMap) -> Panel {
    let alive = map.ownPeriods.indices.map { cell in map.phases.count { $0[cell] } }
    let count = map.phases.count
    if count == 1 {
      return Panel(
        title: "Frequency", colors: alive.map { $0 == 0 ? nil : MapColors.still },
        legend: [(MapColors.still, "always alive: \(alive.count { $0 > 0 }.counted("cell"))")])
    }
    let levels = Levels(alive, most: count)
    return Panel(
      title: "Frequency", colors: alive.map { $0 == 0 ? nil : levels.color($0) },
      legend: levels.legend(
        each: { number in
          "alive in \(number) of \(count): \(alive.count { $0 == number }.counted("cell"))"
        }, upTo: { "alive in up to \(Int($0)) of \(count)" }))
  }

  /// Equal colors for cells alive in the same phases.
  private static func signatures(_ map: CycleMap) -> Panel {
    let signatures = map.ownPeriods.indices.map { cell in map.phases.map { $0[cell] } }
    var cells: [[Bool]: Int] = [:]
    for signature in signatures where signature.contains(true) {
      cells[signature, default: 0] += 1
    }
    // The most frequent first; of equally frequent ones, first the cells alive in phase 0.
    let all = cells.keys.sorted { one, other in
      let counts = (cells[one] ?? 0, cells[other] ?? 0)
      return counts.0 != counts.1
        ? counts.0 > counts.1 : other.lexicographicallyPrecedes(one) { !$0 && $1 }
    }
    let numbers = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
    let rows = all.prefix(maxRows).enumerated().map { index, signature in
      let text = signature.map { $0 ? "#" : "." }.joined()
      let count = (cells[signature] ?? 0).counted("cell")
      return (
        MapColors.distinct(index),
        text.count <= maxSignatureLength ? "\(text) \(count)" : "\(count) alive together"
      )
    }
    let rest = all.count - rows.count
    return Panel(
      title: "Signatures", colors: signatures.map { numbers[$0].map { MapColors.distinct($0) } },
      legend: rows + (rest > 0 ? [(MapColors.still, "and \(rest) other signatures")] : []))
  }

  /// The maximum phases of a signature in the legend.
  private static let maxSignatureLength = 16

  private static func heat(_ map: CycleMap) -> Panel {
    let levels = Levels(map.changes, most: max(1, map.changes.max() ?? 1))
    func perGeneration(_ changes: Double) -> String {
      "\((changes / Double(map.period)).threeDigits) changes per generation"
    }
    return Panel(
      title: "Heat",
      colors: map.ownPeriods.indices.map { cell in
        let changes = map.changes[cell]
        if changes > 0 { return levels.color(changes) }
        return map.ownPeriods[cell] == 0 ? nil : MapColors.still
      },
      legend: levels.legend(
        each: { perGeneration(Double($0)) }, upTo: { "up to \(perGeneration($0))" }))
  }
}

/// Colors for numbers. Up to five different numbers have a color each; more are grouped.
private struct Levels {
  private let most: Int
  /// The different numbers, ascending, without 0.
  private let values: [Int]

  private static let count = 5

  init(_ numbers: [Int], most: Int) {
    self.most = most
    values = Set(numbers).subtracting([0]).sorted()
  }

  private var isGrouped: Bool { values.count > Self.count }

  func color(_ number: Int) -> Color {
    guard isGrouped else { return MapColors.heat(Double(number) / Double(most)) }
    return color(ofLevel: (number * Self.count + most - 1) / most)
  }

  private func color(ofLevel level: Int) -> Color {
    MapColors.heat(Double(level) / Double(Self.count))
  }

  /// - Parameters:
  ///   - each: the text for one number.
  ///   - upTo: the text for the largest number of a group.
  func legend(
    each: (Int) -> String, upTo: (Double) -> String
  ) -> [(color: Color, text: String)] {
    guard isGrouped else { return values.map { (color($0), each($0)) } }
    return (1...Self.count).map { level in
      (color(ofLevel: level), upTo(Double(level * most) / Double(Self.count)))
    }
  }
}
