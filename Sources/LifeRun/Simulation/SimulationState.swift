import LifeCore

/// A state of a universe, which histories and undoable changes share.
final class SimulationState: Sendable {
  let pattern: Pattern
  /// The number of the last edit that the cells contain.
  let edit: Int

  init(_ pattern: Pattern, edit: Int) {
    self.pattern = pattern
    self.edit = edit
  }

  var generation: BigInt { pattern.generation }

  /// The object that holds the memory of the cells, and its bytes. The trees of a store share it.
  var storage: (owner: ObjectIdentifier, bytes: Int) {
    guard let tree = pattern.tree else {
      return (ObjectIdentifier(self), pattern.cells.byteCount + 256)
    }
    return (ObjectIdentifier(tree.store), tree.store.byteCount)
  }
}
