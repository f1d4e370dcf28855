package import LifeAnalysis
internal import LifeCore
package import LifeIO

// Summarizes an identification in a line, with its findings and its objects.
extension Identification {
  /// `glider: spaceship, c/4 diagonal, period 4 (mod 2), xq4_153`.
  package func summary(of title: Path, name: String?) -> String {
    var words = phrases
    var note = ""
    if let name, name.lowercased() != "\(title)" { note = " (\(name))" }
    if kind == .gun {
      words[0] += note
    } else if let code, code.isOfObject, code != .empty {
      words.append(code.description + note)
    }
    return "\(title): " + words.joined(separator: ", ")
  }

  /// The kind with its figures: `spaceship, c/4 diagonal, period 4 (mod 2)`.
  package var words: String { phrases.joined(separator: ", ") }

  private var phrases: [String] {
    var words = [kind.rawValue]
    let later = "after \(lifespan.counted("generation"))"
    if !universe.isUnbounded { words[0] += " on \(universe)" }
    if let velocity {
      words.append("\(velocity.reduced) \(velocity.direction)")
    }
    if let period, period > 1, kind != .replicator {
      let mod = mod.flatMap { $0 == period ? nil : " (mod \($0))" }
      words.append("period \(period)\(mod ?? "")")
      if isReversible { words.append("also backwards") }
    }
    switch kind {
    case .stillLife where lifespan > 0:
      words[0] += " " + later
      if let code = parts.onlyCode { words.append(code) }
    case .oscillator, .spaceship:
      if lifespan > 0 {
        words.append(later)
        if let code = parts.onlyCode { words.append(code) }
      } else if !parts.isEmpty {
        words.append(parts.summary)
      }
    case .methuselah:
      words.append("stable at generation \(lifespan)")
      if let finalPopulation { words.append(finalPopulation.counted("cell")) }
    case .diehard: words.append("dies at generation \(lifespan)")
    case .dying: words = ["dies at generation \(lifespan)"]
    case .replicator:
      let period = period ?? 0
      words.append("\(copies ?? 0) copies after \(period.counted("generation"))")
    case .collection:
      if lifespan > 0 { words.append(later) }
      words.append(parts.summary)
    case .unknown:
      // The measurement of growth already says that it is not proved.
      if findings?.growth == nil || reason != Self.unprovedGrowth {
        words.append(reason ?? "no reason")
      }
      if let findings { words += findings.phrases }
    case .empty, .stillLife, .gun, .puffer, .rake, .linearGrowth: break
    }
    if !emitted.isEmpty {
      words.append(
        kind == .gun || kind == .rake
          ? "emits \(emitted.listOfHeadings)" : "leaves \(emitted.listOfCodes)")
    } else if let growth {
      let cells = growth.perPeriod.counted("cell")
      let time = growth.period == period ? "" : " in \(growth.period) generations"
      words.append("grows by \(cells)\(time)")
    }
    return words
  }
}

extension Findings {
  /// What was measured, such as `grows by 5 cells in 30 generations`.
  var phrases: [String] {
    var words: [String] = []
    if let period { words.append("recurs after \(period) generations") }
    switch growth {
    case .linear(let period, let cells):
      let verb = cells > 0 ? "grows" : "shrinks"
      words.append(
        "\(verb) by \(abs(cells).counted("cell")) in \(period.counted("generation")): "
          + "measured up to generation \(generation)")
    case .quadratic(let period):
      words.append(
        "grows quadratically\(period.map { " with period \($0)" } ?? ""): "
          + "measured up to generation \(generation)")
    case nil: break
    }
    let size = "\(population.counted("cell")) in \(width) × \(height)"
    return words + [growth == nil ? "\(size) at generation \(generation)" : size]
  }
}

/// The maximum number of different objects listed by their codes.
private let maxCodes = 4
/// The maximum number of listed periods.
private let maxPeriods = 8

extension [Identification.EqualObjects] {
  /// The only object; `nil` if there are several.
  var only: Identification.EqualObjects? { count == 1 && self[0].count == 1 ? self[0] : nil }

  /// The apgcode and name of the only object; `nil` if there are several, or if the code does not
  /// encode the cells, for example of a large object.
  var onlyCode: String? { only.flatMap { $0.code.hasCells ? $0.codeAndName : nil } }

  /// The numbers of objects of each kind.
  ///
  ///     3 still lifes, 48 oscillators (36 of period 2, 12 of period 3), 6 spaceships
  ///
  /// Up to four different objects are listed by their apgcodes and names instead.
  var summary: String {
    let codes = Set(map(\.code)).filter { !$0.hasCells || $0.description.count <= 20 }
    if codes.count == Set(map(\.code)).count, codes.count <= maxCodes {
      return listOfCodes
    }
    return [
      summary(of: "still life") { $0.displacement == .zero && $0.period == 1 },
      summary(of: "oscillator") { $0.displacement == .zero && $0.period > 1 },
      summary(of: "spaceship") { $0.displacement != .zero },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// `2 xq4_153 (Glider), 1 xp2_7 (Blinker)`.
  var listOfCodes: String { counts(by: \.codeAndName) }

  /// `2 xq4_153 (Glider) northeast, 1 xq4_153 (Glider) southwest`.
  var listOfHeadings: String {
    counts { part in part.codeAndName + (part.velocity?.heading.map { " \($0)" } ?? "") }
  }

  /// The number of objects of each name.
  private func counts(by name: (Identification.EqualObjects) -> String) -> String {
    var counts: [(name: String, count: Int)] = []
    for part in self {
      let partName = name(part)
      if let index = counts.firstIndex(where: { $0.name == partName }) {
        counts[index].count += part.count
      } else {
        counts.append((partName, part.count))
      }
    }
    return counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
  }

  /// `48 oscillators (36 of period 2, 12 of period 3)`, the most frequent period first; nil if no
  /// object is included.
  private func summary(
    of kind: String, where isIncluded: (Identification.EqualObjects) -> Bool
  ) -> String? {
    let included = filter(isIncluded)
    guard !included.isEmpty else { return nil }
    var countsByPeriod: [Int: Int] = [:]
    for part in included { countsByPeriod[part.period, default: 0] += part.count }
    let text = included.reduce(0) { $0 + $1.count }.counted(kind)
    let periods = countsByPeriod.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard periods.contains(where: { $0.key > 1 }) else { return text }
    if periods.count == 1 { return text + " of period \(periods[0].key)" }
    let listed = periods.prefix(maxPeriods).map { "\($0.value) of period \($0.key)" }
    let rest = periods.count - listed.count
    let more = rest == 0 ? [] : ["\(rest) other periods"]
    return text + " (" + (listed + more).joined(separator: ", ") + ")"
  }
}

extension Identification.EqualObjects {
  /// `xp2_7 (Blinker)`, or only the code of objects without a name.
  var codeAndName: String { "\(code)" + (name.map { " (\($0))" } ?? "") }
}
