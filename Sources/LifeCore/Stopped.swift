/// Work stopped because its interrupt was raised. An engine's universe is then at a complete
/// generation.
package struct Stopped: Error, Equatable {
  package init() {}
}
