internal import LifeCore

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The canonical apgcode of an object.
///
///      xs6_696      a still life of 6 cells         ov_p30      too large for its cells
///      xp15_4r4z4r4 an oscillator of period 15      PATHOLOGICAL  not periodic within the limits
///      xq4_153      a spaceship of period 4         xs0_0       no live cells
///      yl30_1_5_…   linear growth, see ``LinearGrowth``
///
/// The code is the same for every phase and every orientation that the rule allows: the shortest
/// body, then the first in ASCII order.
///
/// - SeeAlso: <https://conwaylife.com/wiki/Apgcode>
package struct ObjectCode: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package static let pathological = ObjectCode("PATHOLOGICAL")
  package static let empty = ObjectCode("xs0_0")

  package init(_ text: String) { description = text }

  /// Whether the code is that of one object that recurs, not of growth.
  package var isOfObject: Bool { hasCells || description.hasPrefix("ov_") }

  /// Whether the code encodes the cells, so that it can be decoded.
  package var hasCells: Bool { description.hasPrefix("x") }

  /// The largest product of width + 2 and height + 2 of an encoded phase.
  private static let largestArea = 40_000
  /// The largest number of characters of a body.
  private static let longestBody = 1_280

  /// The code of a cycle.
  ///
  package init(_ cycle: ObjectCycle, under rule: AnalysisRule) {
    self.init(cycle, under: rule) {}
  }

  /// The same.
  ///
  /// - Parameter check: called before each phase; may end the search for the first of all bodies,
  ///   which takes seconds for tens of thousands of phases.
  init(
    _ cycle: ObjectCycle, under rule: AnalysisRule, beforeEachPhase check: () throws -> Void
  ) rethrows {
    guard cycle.phases.first?.bitmap.height != 0 else {
      self = .empty
      return
    }
    let kind = Self.kind(cycle)
    let body = try Self.body(cycle.phases, under: rule, beforeEachPhase: check)
    guard let body else {
      // Without phases the population of a still life is not part of the code either.
      self.init("ov_\(kind)")
      return
    }
    self.init("x\(kind)_" + String(decoding: body, as: UTF8.self))
  }

  /// The cells of a gun, by which it has a name: `gun30_…`; nil if they are too many.
  ///
  /// - Parameter check: see ``init(_:under:beforeEachPhase:)``.
  init?(
    gun cycle: ObjectCycle, under rule: AnalysisRule, beforeEachPhase check: () throws -> Void
  ) rethrows {
    let body = try Self.body(cycle.phases, under: rule, beforeEachPhase: check)
    guard let body else { return nil }
    self.init("gun\(cycle.period)_" + String(decoding: body, as: UTF8.self))
  }

  /// The generations since the last phase of the cycle that has the code's cells; nil if the code
  /// has no cells.
  static func phaseNumber(of cycle: ObjectCycle, under rule: AnalysisRule) -> Int? {
    func body(_ phases: [Phase]) -> [UInt8]? {
      Self.body(phases, under: rule, beforeEachPhase: {})
    }
    guard let first = body(cycle.phases) else { return nil }
    let count = cycle.phases.count
    let steps = (0..<count).first { step in
      body([cycle.phases[(count - step) % count]]) == first
    }
    return steps.map { $0 * rule.interval }
  }

  /// The letter of the kind and the number after it.
  private static func kind(_ cycle: ObjectCycle) -> String {
    if cycle.isMoving { return "q\(cycle.period)" }
    if cycle.period > 1 { return "p\(cycle.period)" }
    return "s\(cycle.phases.first?.bitmap.population ?? 0)"
  }

  /// The first of all bodies; nil if every phase is too large.
  private static func body(
    _ phases: [Phase], under rule: AnalysisRule, beforeEachPhase check: () throws -> Void
  ) rethrows -> [UInt8]? {
    var first: [UInt8]?
    for phase in phases {
      try check()
      let bitmap = phase.bitmap
      guard (bitmap.width + 2) * (bitmap.height + 2) <= largestArea else { continue }
      // Each character stands for at most five cells.
      let shortest = (bitmap.population + 4) / 5
      guard shortest <= min(longestBody, first?.count ?? .max) else { continue }
      let written = rule.codeBits.map { bitmap.states(writtenBy: $0) } ?? bitmap
      let transposed = rule.symmetries.count > 1 ? written.transposed : written
      for map in rule.symmetries {
        let longest = min(longestBody, first?.count ?? .max)
        if let orientation = map.orientation {
          let turned = orientation.transposes ? transposed : written
          guard ApgcodeBody.fits(turned, mirroredBy: orientation, within: longest) else {
            continue
          }
        }
        guard let body = ApgcodeBody.encode(written.mapped(by: map), longest: longest) else {
          continue
        }
        if let first, !ApgcodeBody.isBody(body, before: first) { continue }
        first = body
      }
    }
    return first
  }
}

extension ObjectCode {
  static let replicator = ObjectCode("zz_REPLICATOR")

  /// The code of growth by the exponent with which the sum of all populations grows; nil for a
  /// population that does not grow, whose sum is proportional to time.
  init?(growthExponent exponent: Double) {
    switch exponent {
    case ..<1.2: return nil
    case ..<1.65: self = .replicator
    case ..<2.1: self.init("zz_LINEAR")
    case ..<2.9: self.init("zz_EXPLOSIVE")
    default: self.init("zz_QUADRATIC")
    }
  }

  /// The code of a replicator. When its age doubles, one of *n* copies has had 1 + *n* times as
  /// many cells.
  static func replicator(copies: Int) -> ObjectCode? {
    ObjectCode(growthExponent: log2(1 + Double(copies)))
  }
}
