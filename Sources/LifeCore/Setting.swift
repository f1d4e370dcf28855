/// A setting named in messages. Its raw value is its name for callers of the library.
package enum Setting: String, CaseIterable, Sendable {
  // Reading and editing.
  case cellSize = "cell size"
  case inverting
  case lenient
  case rule
  case ruleFolders = "rule folders"
  /// Whether hauls of different roots may be added up.
  case roots = "addition of roots"
  case split
  case threshold

  // The run.
  case anyPhase = "any phase"
  case checkpoint
  case digest
  case duration
  case engine
  case interval = "every"
  case loop
  case repetitions
  case start
  case time = "the time limit"
  case universe
  case until
  case verify = "verification"

  // Outputs.
  case columns
  case format
  case json = "JSON"
  case key
  case output
  case outputFolder = "output folder"
  case plot
  case recording
  case report

  // Pictures.
  case age
  case background
  case characters
  case embed = "embedding"
  case hold
  case label
  case legend
  case scale
  case size
  case theme
  case title
  case track
  case trail
  case view
}
