// What a pattern is whose growth is proved.
internal import LifeCore

extension Identification {
  /// A core that recurs, with what it emits and, if it is a gun, with its measures.
  ///
  /// - Parameter generation: that of the core.
  init(
    _ core: GrowthProof.Recurrence, at generation: Int, separation: Separation
  ) throws {
    self.init(Kind(core))
    period = core.period
    displacement = core.displacement
    if core.displacement != .zero { movingCore = core.source }
    emitted = try EqualObjects.counted(
      core.emitted, rule: separation.rule, limits: separation.limits)
    do {
      if kind == .gun { gun = try GunMeasures(of: core, from: generation, separation: separation) }
    } catch is Stopped {
      // The growth is proved, only these are not known.
    }
  }
}

extension Identification.Kind {
  /// What a core is called.
  fileprivate init(_ core: GrowthProof.Recurrence) {
    let leavesDebris = core.emitted.contains { !$0.cycle.isMoving }
    switch (moves: core.displacement != .zero, leavesDebris) {
    case (true, true): self = .puffer
    case (true, false): self = .rake
    case (false, true): self = .linearGrowth
    case (false, false): self = .gun
    }
  }
}
