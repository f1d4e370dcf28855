/// When output has colors and bold text.
package enum ColorChoice: String, Choice {
  /// By the environment, and on a terminal.
  case auto
  case always, never
}
