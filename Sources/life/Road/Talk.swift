import LifeFormats
import LifeIO

/// What a command says on standard error beside its errors.
struct Talk {
  var isQuiet = false

  /// A line for people.
  func say(_ line: String) {
    if !isQuiet { Console.ofProcess.complain("\(line)\n") }
  }

  /// A warning about a file.
  func warn(_ warning: Warning, in file: Path) {
    let place = warning.place.map { ":\($0.line):\($0.column)" } ?? ""
    say("\(file.inputName)\(place): warning: \(warning.message)")
  }
}
