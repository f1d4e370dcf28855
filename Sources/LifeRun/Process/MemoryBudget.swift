/// The memory limit of the process and its parts.
package struct MemoryBudget: Sendable {
  package let bytes: Int

  /// - Parameter bytes: nil for three quarters of the memory of the machine, the container or the
  ///   job.
  package init(bytes: Int? = nil) { self.bytes = bytes ?? SystemResources.usualMemoryLimit }

  /// The bytes for reading and editing patterns: the budget, but at most the default of
  /// ``init(bytes:)``.
  package var available: Int { min(bytes, SystemResources.usualMemoryLimit) }

  /// The bytes for the cells of a pattern: half of all, because an engine takes as much.
  package var forPattern: Int { available / 2 }

  /// The bytes for a copy of a pattern beside the pattern and its engine.
  package var forCopy: Int { available / 4 }
}
