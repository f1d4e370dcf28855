// Stored cells: the cells in files and engines. They differ from the true cells if the rule has B0,
// so that stored cells never come from nothing.
//
// Under B0, a plane of dead cells becomes a plane of live cells. Such a plane of equal cells is the
// background. Each rule turns a dead or a live background into the next one. The background of
// generation 0 is alive if a cycle of all rules turns every background, dead or live, into a live
// one; otherwise it is dead. Stored cells are the differences from the background.
//
//      rule                 background from generation 0 on
//      B3/S23               dead dead …           the true cells are stored
//      B0123478/S01234678   alive alive …         always the complement
//      B0/S                 dead alive dead …     the complement in odd generations
//      B0/S|B3/S            dead alive dead …
//      B0/S|B0/S8|B3/S23    dead alive alive dead …
//
// So stored cells follow a cycle of rules without B0: the phases.
extension Rule {
  /// The rule for stored cells from one generation to the next.
  package struct Phase: Hashable, Sendable {
    /// The rule of the true cells; for a PCA or Margolus rule, the rule of the stored ones.
    package let rule: Rule
    /// Whether the complement of the true cells is stored before the step, and after it.
    package let isComplement: Bool
    package let givesComplement: Bool
  }

  /// The phases, in a cycle: phase *g* mod `count` takes generation *g* to the next.
  package var phases: [Phase] {
    let partitioned = partitionedRules
    if !partitioned.isEmpty { return PartitionedRule.phases(of: partitioned) }
    let rules = alternating ?? [self]
    let afterCycle = { rules.reduce($0) { $1.isBackgroundAlive(after: $0) } }
    let start = afterCycle(false) && afterCycle(true)
    var phases: [Phase] = []
    var isAlive = start
    repeat {
      for rule in rules {
        let next = rule.isBackgroundAlive(after: isAlive)
        phases.append(Phase(rule: rule, isComplement: isAlive, givesComplement: next))
        isAlive = next
      }
    } while isAlive != start
    return phases
  }

  /// The number of phases. If there are several, each generation of a cycle has its own rule, so
  /// files must carry the generation.
  package var phaseCount: Int { phases.count }

  /// The index of the phase that takes a generation to the next.
  package func phase(at generation: BigInt) -> Int {
    generation.floorDivided(by: phaseCount).remainder
  }

  /// Whether the background is alive one generation after a live one (`wasAlive`) or a dead one.
  private func isBackgroundAlive(after wasAlive: Bool) -> Bool {
    switch family {
    case .twoState, .history: base?.map[wasAlive ? MooreMap.count - 1 : 0] ?? false
    case .largerThanLife(let rule): rule.isBackgroundAlive(after: wasAlive)
    case .generations, .table, .alternating, .partitioned: false
    }
  }

  /// Whether a bounded universe stores the true cells although the background alternates. It does
  /// under a single rule with B0 and without S8, such as B0/S: finitely many true cells can be
  /// stored as they are. Alternating, PCA and Margolus rules follow their phases in every universe.
  package func ignoresBackground(in universe: Universe) -> Bool {
    universe.isBounded && alternating == nil && partitioned == nil && phaseCount > 1
  }

  /// Whether the stored cells of a pattern in a generation are the complement of the true ones.
  package func storesComplement(at generation: BigInt, in universe: Universe = .plane) -> Bool {
    !ignoresBackground(in: universe) && phases[phase(at: generation)].isComplement
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

  /// The Larger than Life rule of stored cells. Returns `nil` for other families.
  package var largerThanLife: LargerThanLife.Phase? {
    rule.largerThanLife?.phase(isComplement: isComplement, givesComplement: givesComplement)
  }

  /// The phase as counts of the Moore neighborhood. Returns `nil` if more than counts matters.
  package var lifeLike: LifeLike? {
    guard let phase = largerThanLife, let rule = rule.largerThanLife else { return map?.lifeLike }
    return rule.countsMoore
      ? LifeLike(
        birth: (0...8).filter(phase.birth.contains),
        survival: (0...8).filter(phase.survival.contains)) : nil
  }
}
