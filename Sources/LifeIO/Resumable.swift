/// Work in progress that can be saved and resumed by another process.
package protocol Resumable {
  /// Appends the current state.
  func save(to state: inout StateWriter)
  /// Restores a saved state into a newly created value.
  ///
  /// - Throws: ``InvalidSavedState``, or an error of allocation.
  mutating func restore(from state: inout StateReader) throws
}
