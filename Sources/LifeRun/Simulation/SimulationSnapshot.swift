package import LifeCore

/// The numbers of the last edits that a universe contains. Edits are counted, so later ones have
/// higher numbers.
package struct EditNumbers: Hashable, Sendable {
  package var cells = 0
  /// Steps back do not take back what was written about a pattern.
  package var notes = 0

  package init(cells: Int = 0, notes: Int = 0) {
    self.cells = cells
    self.notes = notes
  }
}

/// A universe at one generation, as the user sees it; immutable.
package struct SimulationSnapshot: Sendable, Equatable {
  package var generation: BigInt = 0
  package var population: BigInt = 0
  package var bounds: Bounds?
  package var engine = ""
  /// Why the engine was selected.
  package var reason: Message = ""
  package var rulestring = ""
  package var rule = Rule.life
  /// The earliest generation that can be restored.
  package var firstGeneration: BigInt = 0
  /// The picture; nil if none was wanted, or if a newer request interrupted the drawing.
  package var picture: SimulationPicture?
  /// The memory of the process, in bytes; nil if the system does not report it.
  package var memory: Int?
  /// Increases with every change of the universe.
  package var revision = 0
  /// Snapshots with equal numbers differ only by steps.
  package var edit = EditNumbers()
  package var canUndo = false
  package var canRedo = false
  /// What was copied, in rows; nil if it has no live cells or nothing was.
  package var clipboard: Pattern?
  /// What the request did, in a few words.
  package var note: String?
  /// Why the request failed.
  package var failure: RunFailure?
  /// What was copied, as RLE.
  package var copied: String?
  package var loaded: SimulationSource?

  package init() {}

  package var states: Int { rule.states }

  /// The number of a state, and its name if the rule has one: `1 electron head`.
  package func nameOfState(_ state: State) -> String {
    "\(state)" + (rule.stateNames[state].map { " \($0)" } ?? "")
  }
}
