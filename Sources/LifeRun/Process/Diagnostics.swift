package import LifeCore
package import LifeFormats
package import LifeIO

/// Notes and warnings on standard error.
package struct Diagnostics {
  package var isQuiet: Bool
  private let write: (Message) -> Void

  /// - Parameter write: receives complete lines without their line feed.
  package init(isQuiet: Bool = false, write: @escaping (Message) -> Void = { _ in }) {
    self.isQuiet = isQuiet
    self.write = write
  }

  /// Writes a message without a place in a file.
  package func note(_ message: String) {
    if !isQuiet { write("life: \(message)") }
  }

  /// Writes a warning about a place in a file.
  package func warn(_ warning: Warning, in file: Path) {
    let place = warning.place.map { ":\($0.line):\($0.column)" } ?? ""
    if !isQuiet { write("\(file.inputName)\(place): warning: \(warning.message)") }
  }
}
