internal import LifeCore
internal import LifeSystem

/// The canonical apgcode of an object.
///
///      xs6_696      a still life of 6 cells         ov_p30      an oscillator too large to encode
///      xp15_4r4z4r4 an oscillator of period 15      PATHOLOGICAL  not periodic within the limits
///      xq4_153      a spaceship of period 4         xs0_0       no live cells
///      yl30_1_5_…   linear growth, see ``LinearGrowth``
///
/// The part after the first `_` is the body. All phases and orientations have the same code, with
/// the shortest of their bodies, or the first of these in ASCII order. Rules with fewer symmetries
/// have fewer orientations. Cells of blocks and triangles depend on their places: their codes begin
/// at an even corner, perhaps with an empty column or row.
///
/// - SeeAlso: <https://conwaylife.com/wiki/Apgcode>
package struct ObjectCode: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package static let pathological = ObjectCode("PATHOLOGICAL")
  package static let empty = ObjectCode("xs0_0")

  package init(_ text: String) { description = text }

  /// Whether the code is for one recurring object, not for growth.
  package var isOfObject: Bool { hasCells || description.hasPrefix("ov_") }

  /// Whether the code contains the cells and can be decoded.
  package var hasCells: Bool { description.hasPrefix("x") }

  /// Phases are encoded up to this product of width + 2 and height + 2.
  private static let maxArea = 40_000
  /// The maximum number of characters of a body.
  private static let maxBodyLength = 1_280

  package init(_ cycle: ObjectCycle, under rule: AnalysisRule) {
    self.init(cycle, under: rule) {}
  }

  /// - Parameter check: called before each phase. It may throw to end the search for the body,
  ///   which takes seconds with tens of thousands of phases.
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
      // Without phases, even the population of a still life is unknown: its code is "ov_s0".
      self.init("ov_\(kind)")
      return
    }
    self.init("x\(kind)_" + String(decoding: body, as: UTF8.self))
  }

  /// The cells of a gun: `gun30_…`, used to look up its name. `nil` if they are too many.
  ///
  /// - Parameter check: see ``init(_:under:beforeEachPhase:)``.
  init?(
    gun cycle: ObjectCycle, under rule: AnalysisRule, beforeEachPhase check: () throws -> Void
  ) rethrows {
    let body = try Self.body(cycle.phases, under: rule, beforeEachPhase: check)
    guard let body else { return nil }
    self.init("gun\(cycle.period)_" + String(decoding: body, as: UTF8.self))
  }

  /// The number of generations from the phase written in the code to the first phase of the cycle:
  /// 0 if both are the same. `nil` if the code has no cells.
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

  /// The letter and the number before the body, for example `p15`.
  private static func kind(_ cycle: ObjectCycle) -> String {
    if cycle.isMoving { return "q\(cycle.period)" }
    if cycle.period > 1 { return "p\(cycle.period)" }
    return "s\(cycle.phases.first?.bitmap.population ?? 0)"
  }

  /// The shortest body, or the first of these. `nil` if every phase is too large.
  private static func body(
    _ phases: [Phase], under rule: AnalysisRule, beforeEachPhase check: () throws -> Void
  ) rethrows -> [UInt8]? {
    var first: [UInt8]?
    for phase in phases {
      try check()
      let bitmap = phase.bitmap
      guard (bitmap.width + 2) * (bitmap.height + 2) <= maxArea else { continue }
      // A character holds at most five cells.
      let shortest = (bitmap.population + 4) / 5
      guard shortest <= min(maxBodyLength, first?.count ?? .max) else { continue }
      var written = rule.codeBits.map { bitmap.encoded(with: $0) } ?? bitmap
      if rule.rule.isTriangular {
        let bodies = phase.triangles(written, under: rule).compactMap {
          ApgcodeBody.encode($0, maxLength: maxBodyLength)
        }
        first = ([first].compactMap(\.self) + bodies).min(by: ApgcodeBody.isBody(_:before:))
        continue
      }
      if rule.rule.partitioned?.dependsOnParity == true {
        written = written.padded(columns: phase.x & 1, rows: phase.y & 1)
      }
      let transposed = rule.symmetries.count > 1 ? written.transposed : written
      for map in rule.symmetries {
        let maxLength = min(maxBodyLength, first?.count ?? .max)
        if let orientation = map.orientation {
          let turned = orientation.transposes ? transposed : written
          guard ApgcodeBody.fits(turned, mirroredBy: orientation, within: maxLength) else {
            continue
          }
        }
        guard let body = ApgcodeBody.encode(written.mapped(by: map), maxLength: maxLength) else {
          continue
        }
        if let first, !ApgcodeBody.isBody(body, before: first) { continue }
        first = body
      }
    }
    return first
  }
}

extension Phase {
  /// The cells of triangles from (0, 0) on in up to four orientations; turns by 120° are left out.
  /// Triangles of even parity (column + row) point down, so an object with a corner of odd parity
  /// begins with an empty column.
  fileprivate func triangles(_ bitmap: Bitmap, under rule: AnalysisRule) -> [Bitmap] {
    (rule.mirrorsTriangles ? [false, true] : [false]).flatMap { mirrorsX in
      [false, true].map { mirrorsY in
        var parity = x + y
        if mirrorsX { parity += bitmap.width - 1 }
        // Mirrored vertically, a triangle points the other way: its row moves by 1.
        if mirrorsY { parity += bitmap.height }
        let orientation = Orientation(mirrorsX: mirrorsX, mirrorsY: mirrorsY)
        return bitmap.mapped(by: LatticeMap(orientation)).padded(columns: parity & 1, rows: 0)
      }
    }
  }
}

extension Bitmap {
  /// The same cells after empty columns and rows.
  fileprivate func padded(columns: Int, rows: Int) -> Bitmap {
    var padded = Bitmap(width: width + columns, height: height + rows, planes: planes)
    padded.merge(self, y: rows, x: columns)
    return padded
  }
}

extension ObjectCode {
  static let replicator = ObjectCode("zz_REPLICATOR")
  static let linear = ObjectCode("zz_LINEAR")

  /// The code for growth. The sum of all populations up to time *t* grows like *t* to the
  /// `exponent`. Returns `nil` without growth: the exponent is near 1 then.
  init?(growthExponent exponent: Double) {
    switch exponent {
    case ..<1.2: return nil
    case ..<1.65: self = .replicator
    case ..<2.1: self = .linear
    case ..<2.9: self.init("zz_EXPLOSIVE")
    default: self.init("zz_QUADRATIC")
    }
  }

  /// The code of a replicator with *n* copies: doubling its age multiplies the sum of its
  /// populations by 1 + *n*.
  static func replicator(copies: Int) -> ObjectCode? {
    ObjectCode(growthExponent: log2(1 + Double(copies)))
  }
}
