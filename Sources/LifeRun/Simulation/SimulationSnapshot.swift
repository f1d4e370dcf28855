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
  package var states = 2
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
  /// The size of what was copied; nil if it is empty or nothing was.
  package var clipboard: ClipboardSize?
  /// What the request did, in a few words.
  package var note: String?
  /// Why the request failed.
  package var failure: Message?
  /// What was copied, as RLE.
  package var copied: String?
  package var loaded: SimulationSource?

  package struct ClipboardSize: Sendable, Equatable {
    package var width: Int
    package var height: Int
  }

  package init() {}
}
