import LifeCore
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
  /// The terminal shows pictures; the size of a character in pixels.
  case pictures(cell: Size)
  case timer(String, Duration)
  case snapshot(SimulationSnapshot)
  case rulePrepared(String)
  case saved(SavedPattern)
  case opened(OpenedPattern)
  case pickedUp(OpenedPattern)
  case found(FoundGeneration)
  case preview(PlayPicker.Preview)
  case exported(ExportedPictures)
  case setSpeed(PlaySpeed)
  case choose(String)
}

typealias PlayEffect = Effect<PlayRequest>
