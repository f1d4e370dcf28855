/// Saved state that is truncated or invalid.
package struct InvalidSavedState: Error, Equatable {
  package init() {}
}
