internal import LifeAnalysis
internal import LifeCore

/// The numbers of objects of each kind in a pattern.
///
///     3 still lifes, 48 oscillators (36 of period 2, 12 of period 3), 6 spaceships
///
/// Up to four different objects are listed by their apgcodes and names instead.
struct ObjectSummary: CustomStringConvertible {
  private let parts: [Identification.EqualObjects]

  /// The maximum number of different objects listed by their codes.
  private static let maxCodes = 4
  /// The maximum number of listed periods.
  private static let maxPeriods = 8

  init(_ parts: [Identification.EqualObjects]) { self.parts = parts }

  /// The apgcode and name of the only object; `nil` if there are several, or if the code does not
  /// encode the cells, for example of a large object.
  var onlyCode: String? {
    guard parts.count == 1, parts[0].count == 1, parts[0].code.hasCells else { return nil }
    return parts[0].codeAndName
  }

  var description: String {
    let codes = Set(parts.map(\.code)).filter { !$0.hasCells || $0.description.count <= 20 }
    if codes.count == Set(parts.map(\.code)).count, codes.count <= Self.maxCodes {
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
    for part in parts {
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
    let included = parts.filter(isIncluded)
    guard !included.isEmpty else { return nil }
    var countsByPeriod: [Int: Int] = [:]
    for part in included { countsByPeriod[part.period, default: 0] += part.count }
    let text = included.reduce(0) { $0 + $1.count }.counted(kind)
    let periods = countsByPeriod.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard periods.contains(where: { $0.key > 1 }) else { return text }
    if periods.count == 1 { return text + " of period \(periods[0].key)" }
    let listed = periods.prefix(Self.maxPeriods).map { "\($0.value) of period \($0.key)" }
    let rest = periods.count - listed.count
    let more = rest == 0 ? [] : ["\(rest) other periods"]
    return text + " (" + (listed + more).joined(separator: ", ") + ")"
  }
}

extension Identification.EqualObjects {
  /// `xp2_7 (Blinker)`, or only the code of objects without a name.
  var codeAndName: String { "\(code)" + (name.map { " (\($0))" } ?? "") }
}
