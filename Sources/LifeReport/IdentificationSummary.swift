package import LifeAnalysis
internal import LifeCore
package import LifeIO

/// The summary of `life identify` about one pattern, in a line.
package struct IdentificationSummary: CustomStringConvertible {
  package let title: Path
  private let result: Identification
  private let name: String?

  package init(of title: Path, _ result: Identification, name: String?) {
    self.title = title
    self.result = result
    self.name = name
  }

  /// One line: `glider: spaceship, c/4 diagonal, period 4 (mod 2), xq4_153`.
  package var description: String {
    var words = Self.phrases(for: result)
    var note = ""
    if let name, name.lowercased() != "\(title)" { note = " (\(name))" }
    if result.kind == .gun {
      words[0] += note
    } else if let code = result.code, code.isOfObject, code != .empty {
      words.append(code.description + note)
    }
    return "\(title): " + words.joined(separator: ", ")
  }

  /// The kind with its figures: `spaceship, c/4 diagonal, period 4 (mod 2)`.
  package static func words(for result: Identification) -> String {
    phrases(for: result).joined(separator: ", ")
  }

  private static func phrases(for result: Identification) -> [String] {
    var words = [result.kind.rawValue]
    if !result.universe.isUnbounded { words[0] += " on \(result.universe)" }
    if let velocity = result.velocity {
      words.append("\(velocity.reduced) \(velocity.direction)")
    }
    if let period = result.period, period > 1, result.kind != .replicator {
      let mod = result.mod.flatMap { $0 == period ? nil : " (mod \($0))" }
      words.append("period \(period)\(mod ?? "")")
      if result.isReversible { words.append("also backwards") }
    }
    switch result.kind {
    case .stillLife where result.lifespan > 0:
      words[0] += " " + after(result.lifespan)
      if let code = ObjectSummary(result.parts).onlyCode { words.append(code) }
    case .oscillator, .spaceship:
      if result.lifespan > 0 {
        words.append(after(result.lifespan))
        if let code = ObjectSummary(result.parts).onlyCode { words.append(code) }
      } else if !result.parts.isEmpty {
        words.append(ObjectSummary(result.parts).description)
      }
    case .methuselah:
      words.append("stable at generation \(result.lifespan)")
      if let population = result.finalPopulation {
        words.append(population.counted("cell"))
      }
    case .diehard: words.append("dies at generation \(result.lifespan)")
    case .dying: words = ["dies at generation \(result.lifespan)"]
    case .replicator:
      let period = result.period ?? 0
      words.append("\(result.copies ?? 0) copies after \(period.counted("generation"))")
    case .collection:
      if result.lifespan > 0 { words.append(after(result.lifespan)) }
      words.append(ObjectSummary(result.parts).description)
    case .unknown:
      // The measurement of growth already says that it is not proved.
      if result.findings?.growth == nil || result.reason != Identification.unprovedGrowth {
        words.append(result.reason ?? "no reason")
      }
      if let findings = result.findings { words += phrases(for: findings) }
    case .empty, .stillLife, .gun, .puffer, .rake, .linearGrowth: break
    }
    if !result.emitted.isEmpty {
      let summary = ObjectSummary(result.emitted)
      words.append(
        result.kind == .gun || result.kind == .rake
          ? "emits \(summary.listOfHeadings)" : "leaves \(summary.listOfCodes)")
    } else if let growth = result.growth {
      let cells = growth.perPeriod.counted("cell")
      let time = growth.period == result.period ? "" : " in \(growth.period) generations"
      words.append("grows by \(cells)\(time)")
    }
    return words
  }

  static func phrases(for findings: Findings) -> [String] {
    var words: [String] = []
    if let period = findings.period { words.append("recurs after \(period) generations") }
    switch findings.growth {
    case .linear(let period, let cells):
      let verb = cells > 0 ? "grows" : "shrinks"
      words.append(
        "\(verb) by \(abs(cells).counted("cell")) in \(period.counted("generation")): "
          + "measured up to generation \(findings.generation)")
    case .quadratic(let period):
      words.append(
        "grows quadratically\(period.map { " with period \($0)" } ?? ""): "
          + "measured up to generation \(findings.generation)")
    case nil: break
    }
    let size = "\(findings.population.counted("cell")) in \(findings.width) × \(findings.height)"
    return words + [findings.growth == nil ? "\(size) at generation \(findings.generation)" : size]
  }

  private static func after(_ generations: Int) -> String {
    "after \(generations.counted("generation"))"
  }
}
