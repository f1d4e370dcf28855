import LifeAnalysis
import LifeCore
import LifeIO
import LifeRender
import LifeRun

/// What `life identify` says about one pattern: a line, aligned details, JSON or CSV.
struct IdentificationReport {
  /// One property under its name in JSON; its text, for people and for comparisons, is made when it
  /// is needed.
  struct Field {
    let key: String
    let value: JSONText
    private let makeText: () -> String

    var text: String { makeText() }

    init(_ key: String, _ number: Int) {
      self.init(key, JSONText(number), "\(number)")
    }

    init(_ key: String, _ text: String) { self.init(key, JSONText(text), text) }

    init(_ key: String, _ value: JSONText, _ text: @autoclosure @escaping () -> String) {
      self.key = key
      self.value = value
      makeText = text
    }

    init(_ key: String, _ number: Double) {
      self.init(key, JSONText(number), number.threeDigits)
    }
  }

  let title: Path
  let rule: String
  let result: Identification
  let name: String?
  private let pattern: Pattern

  init(_ loaded: LoadedPattern, _ result: Identification, name: String?) {
    title = loaded.title
    pattern = loaded.pattern
    rule = pattern.rulestring
    (self.result, self.name) = (result, name)
  }

  /// One line: `glider: spaceship, c/4 diagonal, period 4 (mod 2), xq4_153`.
  var line: String {
    var words = Self.phrases(for: result)
    if let code = result.code, code.isOfObject, code != .empty {
      let isOwnName = name?.lowercased() == "\(title)"
      words.append(code.description + (isOwnName ? "" : name.map { " (\($0))" } ?? ""))
    }
    return "\(title): " + words.joined(separator: ", ")
  }

  /// The kind with its figures: `spaceship, c/4 diagonal, period 4 (mod 2)`.
  static func words(for result: Identification) -> String {
    phrases(for: result).joined(separator: ", ")
  }

  private static func phrases(for result: Identification) -> [String] {
    var words = [result.kind.rawValue]
    if let speed = result.speed { words.append("\(speed.reduced) \(speed.direction)") }
    if let period = result.period, period > 1, result.kind != .replicator {
      let mod = result.mod.flatMap { $0 == period ? nil : " (mod \($0))" }
      words.append("period \(period)\(mod ?? "")")
    }
    switch result.kind {
    case .stillLife where result.lifespan > 0:
      words[0] += " " + after(result.lifespan)
      if let code = ObjectSummary(result.parts).onlyCode { words.append(code) }
    case .oscillator, .spaceship, .agar:
      if result.lifespan > 0 {
        words.append(after(result.lifespan))
        if let code = ObjectSummary(result.parts).onlyCode { words.append(code) }
      } else if !result.parts.isEmpty {
        words.append(ObjectSummary(result.parts).description)
      }
    case .methuselah:
      words.append("stable at generation \(result.lifespan)")
      if let population = result.finalPopulation {
        words.append("\(population) cell\(population == 1 ? "" : "s")")
      }
    case .diehard: words.append("dies at generation \(result.lifespan)")
    case .dying: words = ["dies at generation \(result.lifespan)"]
    case .replicator:
      let period = result.period ?? 0
      words.append(
        "\(result.copies ?? 0) copies after \(period) generation\(period == 1 ? "" : "s")")
    case .constellation:
      if result.lifespan > 0 { words.append(after(result.lifespan)) }
      words.append(ObjectSummary(result.parts).description)
    case .unknown:
      words.append(result.reason ?? "no reason")
      if let findings = result.findings { words += phrases(for: findings) }
    default: break
    }
    if !result.emitted.isEmpty {
      let verb = result.kind == .puffer || result.kind == .linearGrowth ? "leaves" : "emits"
      words.append("\(verb) \(ObjectSummary(result.emitted).listOfCodes)")
    } else if let growth = result.growth {
      words.append("grows by \(growth.perPeriod) cell\(growth.perPeriod == 1 ? "" : "s")")
    }
    return words
  }

  private static func phrases(for findings: Findings) -> [String] {
    var words: [String] = []
    if let period = findings.period { words.append("recurs after \(period) generations") }
    switch findings.growth {
    case .linear(let period, let cells):
      let verb = cells > 0 ? "grows" : "shrinks"
      words.append(
        "\(verb) by \(abs(cells)) cell\(abs(cells) == 1 ? "" : "s") in \(period) generation"
          + (period == 1 ? "" : "s"))
    case .quadratic(let period): words.append("quadratic growth of period \(period) is likely")
    case nil: break
    }
    return words + [
      "\(findings.population) cell\(findings.population == 1 ? "" : "s") in "
        + "\(findings.width) × \(findings.height) at generation \(findings.generation)"
    ]
  }

  private static func after(_ generations: Int) -> String {
    "after \(generations) generation\(generations == 1 ? "" : "s")"
  }

  /// The objects with what they move in a period: `1 xq4_153 (1, 1)`.
  private static func directions(_ parts: [Identification.Part]) -> String {
    parts.map { part in
      let (x, y) = (part.displacement.x, part.displacement.y)
      return "\(part.count) \(part.code)" + (x == 0 && y == 0 ? "" : " (\(x), \(y))")
    }.joined(separator: ", ")
  }

  /// Aligned details.
  var details: String {
    let rows = fields.filter { $0.value != .null && $0.key != "schema" && $0.key != "pattern" }
    return "\(title)\n"
      + rows.map { field in
        let label = String(field.key.map { $0 == "_" ? " " : $0 })
        return "  \(label)\(String(repeating: " ", count: max(1, 20 - label.count)))\(field.text)\n"
      }.joined()
  }

  var json: JSONText { JSONText(object: fields.map { (key: $0.key, value: $0.value) }) }

  /// The value of a property as text; nil if the pattern does not have it.
  func text(of key: String) -> String? {
    fields.first { $0.key == key && $0.value != .null }?.text
  }
}

// MARK: - Properties

extension IdentificationReport {
  /// The names of all properties.
  static let properties = [
    "schema", "pattern", "rule", "kind", "period", "mod", "displacement", "speed",
    "speed_unreduced", "direction", "slope", "apgcode", "name", "symmetry", "kinetic_symmetry",
    "population", "box", "heat", "active", "rotor", "stator", "volatility", "strict_volatility",
    "temperature", "rotor_temperature", "cell_periods", "rules", "lifespan", "final_population",
    "parts", "emitted", "growth", "copies", "reason", "findings",
  ]

  var fields: [Field] { fields(result.measures) }

  private func fields(_ measures: CycleMeasures?) -> [Field] {
    var fields = [
      Field("schema", "life.identify/1"),
      Field("pattern", JSONText(repairing: title.bytes), "\(title)"),
      Field("rule", rule), Field("kind", result.kind.rawValue),
    ]
    if let period = result.period { fields.append(Field("period", period)) }
    if let measures { fields.append(Field("mod", measures.mod)) }
    fields += motion
    if let code = result.code { fields.append(Field("apgcode", code.description)) }
    if let name { fields.append(Field("name", name)) }
    if let symmetry = measures?.symmetry ?? StaticSymmetry(of: pattern) {
      fields.append(Field("symmetry", symmetry.rawValue))
    }
    if let kinetic = measures?.symmetries.kinetic {
      fields.append(Field("kinetic_symmetry", kinetic))
    }
    if let measures { fields += Self.fields(of: measures, result) }
    if let range = result.ruleRange {
      let (smallest, largest) = ("\(range.smallest)", "\(range.largest)")
      fields.append(
        Field(
          "rules", ["smallest": JSONText(smallest), "largest": JSONText(largest)],
          "\(smallest) to \(largest)"))
    }
    if result.lifespan > 0 || [.methuselah, .diehard].contains(result.kind) {
      fields.append(Field("lifespan", result.lifespan))
    }
    if let population = result.finalPopulation {
      fields.append(Field("final_population", population))
    }
    fields += [("parts", result.parts), ("emitted", result.emitted)].compactMap {
      $1.isEmpty
        ? nil : Field($0, JSONText(array: $1.map(Self.json)), Self.directions($1))
    }
    if let growth = result.growth {
      fields.append(
        Field(
          "growth",
          [
            "cells": JSONText(growth.perPeriod), "generations": JSONText(growth.period),
            "from": JSONText(growth.start),
          ],
          "\(growth.perPeriod) cells in \(growth.period) generations from generation "
            + "\(growth.start)"))
    }
    if let copies = result.copies { fields.append(Field("copies", copies)) }
    if let reason = result.reason { fields.append(Field("reason", reason)) }
    if let findings = result.findings { fields.append(Self.field(findings)) }
    return fields
  }

  private var motion: [Field] {
    guard let speed = result.speed else { return [] }
    let (x, y) = (result.displacement.x, result.displacement.y)
    var fields = [
      Field("displacement", ["x": JSONText(x), "y": JSONText(y)], "(\(x), \(y))"),
      Field("speed", speed.reduced + speed.suffix),
      Field("speed_unreduced", speed.unreduced + speed.suffix),
      Field("direction", speed.direction),
    ]
    if let slope = speed.slope { fields.append(Field("slope", slope)) }
    return fields
  }

  private static func field(_ findings: Findings) -> Field {
    var members: [(key: String, value: JSONText)] = [
      ("generation", JSONText(findings.generation)), ("population", JSONText(findings.population)),
      ("width", JSONText(findings.width)), ("height", JSONText(findings.height)),
    ]
    if let period = findings.period { members.append(("period", JSONText(period))) }
    switch findings.growth {
    case .linear(let period, let cells):
      members += [
        ("growth", "linear"), ("growth_period", JSONText(period)),
        ("growth_cells", JSONText(cells)),
      ]
    case .quadratic(let period):
      members += [("growth", "quadratic"), ("growth_period", JSONText(period))]
    case nil: break
    }
    return Field(
      "findings", JSONText(object: members), phrases(for: findings).joined(separator: ", "))
  }

  private static func json(_ part: Identification.Part) -> JSONText {
    [
      "apgcode": JSONText(part.code.description), "count": JSONText(part.count),
      "period": JSONText(part.period),
      "displacement": [
        "x": JSONText(part.displacement.x), "y": JSONText(part.displacement.y),
      ],
    ]
  }

  private static func fields(of measures: CycleMeasures, _ result: Identification) -> [Field] {
    var fields = [
      field("population", measures.population),
      Field(
        "box", ["width": JSONText(measures.box.width), "height": JSONText(measures.box.height)],
        "\(measures.box.width) × \(measures.box.height)"),
      field("heat", measures.heat),
    ]
    guard let activity = measures.activity, let period = result.period else { return fields }
    fields += [
      Field("active", activity.active), Field("rotor", activity.rotor),
      Field("stator", activity.stator), Field("volatility", activity.volatility),
      Field("strict_volatility", activity.strictVolatility(period)),
    ]
    if let temperature = measures.temperature { fields.append(Field("temperature", temperature)) }
    if let temperature = measures.rotorTemperature {
      fields.append(Field("rotor_temperature", temperature))
    }
    fields.append(
      Field(
        "cell_periods",
        JSONText(
          array: activity.cellPeriods.map {
            ["period": JSONText($0.period), "cells": JSONText($0.cells)]
          }),
        activity.cellPeriods.map { "\($0.cells) of period \($0.period)" }.joined(separator: ", ")))
    return fields
  }

  private static func field(_ key: String, _ range: CycleMeasures.Range) -> Field {
    Field(
      key,
      [
        "min": JSONText(range.min), "max": JSONText(range.max), "mean": JSONText(range.mean),
        "min_at": JSONText(range.minAt), "max_at": JSONText(range.maxAt),
      ],
      range.min == range.max
        ? "\(range.min)"
        : "\(range.min) (generation \(range.minAt)) to \(range.max) (generation \(range.maxAt)), "
          + "mean \(range.mean.threeDigits)")
  }
}

// MARK: - Table

extension IdentificationReport {
  private static let columns = [
    "pattern", "rule", "kind", "period", "mod", "dx", "dy", "speed", "apgcode", "name", "symmetry",
    "kinetic_symmetry", "population_min", "population_max", "population_mean", "heat", "volatility",
    "strict_volatility", "lifespan", "final_population", "reason",
  ]

  static var csvHeader: String { columns.joined(separator: ",") + "\n" }

  var csvRow: String {
    let measures = result.measures
    let numbers: [String: String?] = [
      "dx": result.period.map { _ in "\(result.displacement.x)" },
      "dy": result.period.map { _ in "\(result.displacement.y)" },
      "population_min": measures.map { "\($0.population.min)" },
      "population_max": measures.map { "\($0.population.max)" },
      "population_mean": measures.map { "\($0.population.mean)" },
      "heat": measures.map { "\($0.heat.mean)" },
      "volatility": measures?.activity.map { "\($0.volatility)" },
      "strict_volatility": measures?.activity.map {
        "\($0.strictVolatility(result.period ?? 1))"
      },
    ]
    var texts: [String: String] = [:]
    for field in fields(measures) where field.value != .null { texts[field.key] = field.text }
    return Self.columns.map { Self.quoted((numbers[$0] ?? texts[$0]) ?? "") }
      .joined(separator: ",") + "\n"
  }

  /// A field of RFC 4180.
  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
