import LifeAnalysis
package import LifeCore
package import LifeFormats
package import LifeIO

/// Edits of a pattern, applied in the order of the options.
package struct PatternEdits {
  package enum Edit {
    /// Moves the corner of the bounding box to (0, 0). Blocks and triangles keep its parity.
    case crop
    /// Keeps only the cells in a box, at their places.
    case cut(Bounds)
    case shift(Position)
    case turn(Orientation)
    /// Converts to another rule and maps the states. The closure parses the rule, with options that
    /// find its file.
    case rule((ReadOptions) throws -> RuleAndUniverse)
  }

  package var edits: [Edit] = []

  package init() {}

  package var shifts: Bool { edits.contains { if case .shift = $0 { true } else { false } } }

  /// Applies all edits.
  ///
  /// - Parameters:
  ///   - folders: searched for rule files.
  ///   - limit: memory limit of the cells in bytes.
  ///   - isLenient: whether cells moved out of a bounded universe are removed instead of refused.
  /// - Throws: ``RunFailure``, ``MemoryExhausted``.
  package func apply(
    to pattern: Pattern, folders: [Path], limit: Int, isLenient: Bool = false,
    _ diagnostics: Diagnostics
  ) throws -> Pattern {
    guard !edits.isEmpty else { return pattern }
    // All turns since the last change of the rule.
    var turns: [Orientation] = []
    // The sum of all shifts since then.
    var moved = Position.origin
    let edited = try edits.reduce(pattern) { pattern, edit in
      switch edit {
      case .crop: return pattern.croppedByParity
      case .cut(let box):
        var part = try pattern.part(in: box, limit: limit)
        part.universe = pattern.universe
        return part
      case .shift(let offset):
        moved = moved + offset
        return pattern.shifted(by: offset)
      case .turn(let orientation):
        turns.append(orientation)
        return try pattern.oriented(orientation, limit: limit)
      case .rule(let rule):
        warn(about: turns, of: pattern, diagnostics)
        diagnostics.warn(ofMove: moved, under: pattern.rule)
        turns = []
        moved = .origin
        let options = ReadOptions(findingRulesIn: folders, diagnostics)
        return try Self.convert(pattern, to: rule(options), limit: limit, diagnostics: diagnostics)
      }
    }
    warn(about: turns, of: edited, diagnostics)
    diagnostics.warn(ofMove: moved, under: edited.rule)
    return try edited.clipped(limit: limit, isLenient: isLenient) {
      diagnostics.note("warning: \($0)")
    }
  }

  /// Warns if the rule is not the same in another orientation.
  private func warn(
    about turns: [Orientation], of pattern: Pattern, _ diagnostics: Diagnostics
  ) {
    let rule = pattern.rule
    if rule.isUnknown { return }
    let keepsEvolution = { rule.keepsEvolution(turned: $0, in: pattern.universe) }
    // Two turns of triangles that cannot be aligned may add up to one that can.
    let single = rule.isTriangular ? turns : []
    let all = turns.reduce(Orientation.identity) { $0.followed(by: $1) }
    guard all != .identity, !(single + [all]).allSatisfy(keepsEvolution) else { return }
    let harmless = Orientation.all.filter { $0 != .identity && keepsEvolution($0) }
    let names = harmless.isEmpty ? "none" : harmless.map(\.words).joined(separator: ", ")
    diagnostics.note(
      "warning: under \(rule.canonical), a pattern that is turned like this may evolve "
        + "differently; turns that keep its evolution: \(names)")
  }

  private static func convert(
    _ pattern: Pattern, to target: RuleAndUniverse, limit: Int, diagnostics: Diagnostics
  ) throws -> Pattern {
    let old = pattern.rule
    let new = target.rule
    let universe = target.universe ?? pattern.universe
    guard pattern.isComplement == new.storesComplement(at: pattern.generation, in: universe) else {
      throw RunFailure(
        .invalidData,
        "cannot convert \(old.canonical) to \(new.canonical): in generation \(pattern.generation), "
          + "only one of these rules stores the dead cells (B0); \(advice: .replacementRule)")
    }
    let mapping = StateMapping(from: old, to: new)
    do {
      var result = try mapping.apply(to: pattern, rule: new, limit: limit)
      if let universe = target.universe { result.universe = universe }
      if let explanation = mapping.explanation {
        diagnostics.note("\(old.canonical) to \(new.canonical): \(explanation)")
      }
      return result
    } catch let found as StateBeyondRule {
      throw RunFailure(
        .invalidData,
        "cannot convert \(old.canonical) to \(new.canonical): the pattern has a cell in state "
          + "\(found.state), and \(new.canonical) has only \(found.states) states")
    }
  }
}

extension Diagnostics {
  /// Warns if the rule has blocks or triangles that a move changes.
  package func warn(ofMove offset: Position, under rule: Rule) {
    guard !rule.allowsMoves(by: offset.parity) else { return }
    let condition = rule.isTriangular ? "X + Y is even" : "X and Y are even"
    note(
      "warning: under \(rule.canonical), a pattern that is moved like this may evolve differently; "
        + "moves by X,Y keep its evolution if \(condition)")
  }
}

extension Orientation {
  /// The turn in words, for a message.
  fileprivate var words: String {
    switch (transposes, mirrorsX, mirrorsY) {
    case (false, false, false): "none"
    case (false, true, false): "exchanging west and east"
    case (false, false, true): "exchanging north and south"
    case (false, true, true): "rotating by 180°"
    case (true, false, false): "transposing"
    case (true, true, false): "rotating by 90°"
    case (true, false, true): "rotating by 270°"
    case (true, true, true): "transposing and rotating by 180°"
    }
  }
}
