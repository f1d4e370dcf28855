import LifeCore
import LifeIO
import LifeRun
import LifeTerminal

/// Everything that changes the model.
enum PlayMessage: Sendable {
  case action(PlayAction)
  /// A key for what is open, such as a field.
  case key(Key)
  case mouse(Mouse)
  case paste(String)
  case resize(Size)
  case timer(String, Duration)
  case snapshot(SimulationSnapshot)
  case opened(OpenedPattern)
  case preview(PlayPicker.Preview)
  case setSpeed(PlaySpeed)
  case choose(String)
}

/// A pattern that was read, or why it was not.
struct OpenedPattern: Sendable {
  var name: String
  var path: Path?
  var pattern: Pattern?
  var failure: String?
}

/// What the program asks for outside of the model.
enum PlayRequest: Sendable, Equatable {
  case simulate(SimulationRequest, SimulationView?)
  case open(String)
  case preview(String, Size)
  case removeBackup
}

typealias PlayEffect = Effect<PlayRequest>
