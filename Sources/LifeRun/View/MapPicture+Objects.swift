package import LifeAnalysis
internal import LifeCore
package import LifeRender

extension MapPicture {
  /// The maps of an object that recurs: own periods, rotor and stator, heat, and the envelope with
  /// how often each of its cells is alive; for a spaceship the envelope and the heat of one period.
  ///
  /// - Parameter title: a line about the object.
  /// - Returns: nil if the pattern does not recur from its first generation, or is too large.
  package init?(title: String, _ result: Identification) {
    guard result.lifespan == 0, let cycle = result.cycle, let rule = result.rule,
      let measures = result.measures, let map = CycleMap(cycle, rule: rule)
    else { return nil }
    let code = result.code?.description ?? ""
    let figures = Self.figures(measures, result: result)
    var panels: [Panel] = []
    if cycle.isMoving {
      panels = [Self.envelope(map), Self.heat(map)]
    } else if cycle.period == 1 {
      panels = [Self.envelope(map)]
    } else {
      panels = [Self.periods(map), Self.rotor(map), Self.heat(map), Self.envelope(map)]
    }
    self.init(
      lines: [title, code].filter { !$0.isEmpty && $0.count <= Self.longestLine } + [figures],
      width: map.box.width, height: map.box.height, panels: panels, phases: map.phases)
  }

  /// The most characters of a line above the panels; a longer one is left out.
  private static let longestLine = 80
  /// The most rows of a legend.
  private static let mostRows = 12

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
    let moving = all.filter { $0 > map.interval }
    func color(_ period: Int) -> Color {
      moving.firstIndex(of: period).map { MapColors.period($0, of: moving.count) }
        ?? MapColors.still
    }
    let rows = all.map { period in
      (color(period), "period \(period): \(map.ownPeriods.count { $0 == period }.counted("cell"))")
    }
    let rest = rows.count - mostRows
    return Panel(
      title: "Periods of the cells", colors: map.ownPeriods.map { $0 == 0 ? nil : color($0) },
      legend: Array(rows.suffix(mostRows))
        + (rest > 0 ? [(MapColors.still, "and \(rest) shorter periods")] : []))
  }

  private static func rotor(_ map: CycleMap) -> Panel {
    let active = map.ownPeriods.count { $0 > 0 }
    let stator = map.ownPeriods.count { $0 == map.interval }
    func share(_ cells: Int) -> String {
      "\(cells.counted("cell")), \((100 * Double(cells) / Double(active)).threeDigits)%"
    }
    return Panel(
      title: "Rotor and stator",
      colors: map.ownPeriods.map {
        guard $0 != 0 else { return nil }
        return $0 == map.interval ? MapColors.still : MapColors.changing
      },
      legend: [
        (MapColors.changing, "rotor: \(share(active - stator))"),
        (MapColors.still, "stator: \(share(stator))"),
      ])
  }

  /// How many generations of a period each cell is alive.
  private static func envelope(_ map: CycleMap) -> Panel {
    let alive = map.ownPeriods.indices.map { cell in map.phases.count { $0[cell] } }
    let counts = Set(alive).subtracting([0]).sorted()
    let color = { (count: Int) in
      map.phases.count == 1
        ? MapColors.still : MapColors.heat(Double(count) / Double(map.phases.count))
    }
    return Panel(
      title: "Envelope", colors: alive.map { $0 == 0 ? nil : color($0) },
      legend: counts.suffix(mostRows).map { number in
        (
          color(number),
          "alive in \(number) of \(map.phases.count): "
            + alive.count { $0 == number }.counted("cell")
        )
      })
  }

  private static func heat(_ map: CycleMap) -> Panel {
    let most = max(1, map.changes.max() ?? 1)
    let levels = 5
    // If there are few different numbers, each has a color of its own; else they are grouped.
    let values = Set(map.changes).subtracting([0]).sorted()
    func level(_ changes: Int) -> Int { (changes * levels + most - 1) / most }
    func color(_ changes: Int) -> Color {
      if changes == 0 { return MapColors.still }
      if values.count <= levels { return MapColors.heat(Double(changes) / Double(most)) }
      return MapColors.heat(Double(level(changes)) / Double(levels))
    }
    func perGeneration(_ changes: Double) -> String {
      (changes / Double(map.period)).threeDigits
    }
    let rows =
      values.count <= levels
      ? values.map { (color($0), "\(perGeneration(Double($0))) changes per generation") }
      : (1...levels).map { level in
        let upper = Double(level * most) / Double(levels)
        return (
          MapColors.heat(Double(level) / Double(levels)),
          "up to \(perGeneration(upper)) changes per generation"
        )
      }
    return Panel(
      title: "Heat",
      colors: map.ownPeriods.indices.map {
        map.ownPeriods[$0] == 0 && map.changes[$0] == 0 ? nil : color(map.changes[$0])
      }, legend: rows)
  }
}
