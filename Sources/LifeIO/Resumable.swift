/// Work in progress that can be saved and resumed by another process.
package protocol Resumable {
  /// Saves the current state, or restores a saved one into a newly created value.
  ///
  /// - Throws: ``InvalidSavedState``, or an error of allocation.
  mutating func exchange(with state: inout StateExchange) throws
}
