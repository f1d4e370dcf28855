// Stored cells: the cells in files and engines. They differ from the true cells if the rule has B0,
// so that stored cells never come from nothing.
//
// Let f map a plane of only dead or only live cells to its next generation. Alternating rules have
// one f each; a cycle of all of them takes dead to F(dead) and alive to F(alive). The background is
// dead in generation 0, or alive if both are alive, and f takes it from each generation to the
// next. Stored cells are the differences from the background.
//
//      rule                 background from generation 0 on
//      B3/S23               dead dead …           stored are the true cells
//      B0123478/S01234678   alive alive …         always the complement
//      B0/S                 dead alive dead …     the complement in odd generations
//      B0/S|B3/S            dead alive dead …
//      B0/S|B0/S8|B3/S23    dead alive alive dead …
//
// So stored cells follow one rule after the other, all without B0: the phases.
extension Rule {
  /// The rule for stored cells from one generation to the next.
  package struct Phase: Hashable, Sendable {
    /// The rule of the true cells.
    package let rule: Rule
    /// Whether the complement of the true cells is stored before the step, and after it.
    package let isComplement: Bool
    package let givesComplement: Bool
  }

  /// The phases, in a cycle: generation *g* is followed by number *g* mod `count`.
  package var phases: [Phase] {
    let particles = partitionedRules
    if !particles.isEmpty { return PartitionedRule.phases(of: particles) }
    let rules = alternating?.rules ?? [self]
    let afterCycle = { rules.reduce($0) { $1.isAlive(amongEqual: $0) } }
    let start = afterCycle(false) && afterCycle(true)
    var phases: [Phase] = []
    var isAlive = start
    repeat {
      for rule in rules {
        let next = rule.isAlive(amongEqual: isAlive)
        phases.append(Phase(rule: rule, isComplement: isAlive, givesComplement: next))
        isAlive = next
      }
    } while isAlive != start
    return phases
  }

  /// The number of phases. If there are several, each generation of a cycle has its own rule, so
  /// files must carry the generation.
  package var phaseCount: Int { phases.count }

  /// The number of the phase that follows a generation.
  package func phase(at generation: BigInt) -> Int {
    generation.floorDivided(by: phaseCount).remainder
  }

  /// Whether a cell is alive after a generation with all cells dead, or all alive.
  private func isAlive(amongEqual isAlive: Bool) -> Bool {
    switch family {
    case .twoState, .history: base?.map[isAlive ? MooreMap.count - 1 : 0] ?? false
    case .largerThanLife(let rule): rule.isAlive(amongEqual: isAlive)
    case .generations, .table, .alternating, .partitioned: false
    }
  }

  /// Whether a bounded universe shows the true cells instead of the stored ones: under one rule
  /// with B0 and without S8. All cells can be counted there.
  package func hasTrueCells(in universe: Universe) -> Bool {
    universe.isBounded && alternating == nil && partitioned == nil && phaseCount > 1
  }

  /// Whether the stored cells of a pattern in a generation are the complement of the true ones.
  package func storesComplement(at generation: BigInt, in universe: Universe = .plane) -> Bool {
    !hasTrueCells(in: universe) && phases[phase(at: generation)].isComplement
  }
}

extension Rule.Phase {
  /// The map of stored cells, or of state 1 of a rule with more states. Returns `nil` if there is
  /// no map.
  package var map: MooreMap? {
    guard var map = rule.base?.map else { return nil }
    if isComplement { map = map.complementingInput }
    return givesComplement ? map.complementingOutput : map
  }

  /// The transition of sums of stored cells. Returns `nil` for other families than Larger than
  /// Life.
  package var sums: LargerThanLife.Phase? {
    rule.largerThanLife?.phase(isComplement: isComplement, givesComplement: givesComplement)
  }

  /// The same by counts of the Moore neighborhood. Returns `nil` if more than counts matters.
  package var lifeLike: LifeLike? {
    guard let sums, let largerThanLife = rule.largerThanLife else { return map?.lifeLike }
    return largerThanLife.countsMoore
      ? LifeLike(
        birth: (0...8).filter(sums.birth.contains),
        survival: (0...8).filter(sums.survival.contains)) : nil
  }
}
