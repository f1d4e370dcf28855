package import LifeCore

/// The numbers of the last edits of a universe. Later edits have higher numbers.
package struct EditNumbers: Hashable, Sendable {
  package var cells = 0
  /// Separate, because steps back don't remove comments and names.
  package var notes = 0

  package init(cells: Int = 0, notes: Int = 0) {
    self.cells = cells
    self.notes = notes
  }
}

/// The answer to a request: the universe at one generation, and what the request did.
package struct SimulationSnapshot: Sendable, Equatable {
  package var generation: BigInt = 0
  package var population: BigInt = 0
  package var bounds: Bounds?
  package var engine = ""
  /// Why the engine was selected.
  package var reason: Message = ""
  package var rulestring = ""
  package var rule = Rule.life
  package var universe = Universe.plane
  /// The earliest generation to go back to.
  package var firstGeneration: BigInt = 0
  /// The picture; `nil` if none was requested, or if a newer request interrupted the drawing.
  package var picture: SimulationPicture?
  /// The memory of the process, in bytes; nil if the system does not report it.
  package var memory: Int?
  /// Increases with every change of the universe.
  package var revision = 0
  /// Snapshots with equal numbers differ only by steps.
  package var edit = EditNumbers()
  package var canUndo = false
  package var canRedo = false
  /// The clipboard, in rows; `nil` if it is empty.
  package var clipboard: Pattern?
  /// The effect of the request, in a few words.
  package var note: String?
  /// Why the request failed.
  package var failure: RunFailure?
  /// The cells copied by this request, as RLE; empty if they are more than 2^20.
  package var copied: String?
  package var loaded: SimulationSource?

  package init() {}

  package var states: Int { rule.states }

  /// The number of a state, and its name if the rule has one: `1 electron head`.
  package func nameOfState(_ state: State) -> String {
    "\(state)" + (rule.stateNames[state].map { " \($0)" } ?? "")
  }
}
