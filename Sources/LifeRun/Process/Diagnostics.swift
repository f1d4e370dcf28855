package import LifeCore
package import LifeFormats
package import LifeIO

/// Notes and warnings on standard error.
package struct Diagnostics {
  package var isQuiet: Bool
  /// Takes each warning about a file, also if quiet.
  package var onWarning: (Message) -> Void = { _ in }
  private let write: (Message, _ isLocated: Bool) -> Void

  /// - Parameter write: takes a line without its line feed, and whether it begins with a place in a
  ///   file, such as `gun.rle:3:7:`.
  package init(
    isQuiet: Bool = false, write: @escaping (Message, _ isLocated: Bool) -> Void = { _, _ in }
  ) {
    self.isQuiet = isQuiet
    self.write = write
  }

  /// Writes a message without a place in a file.
  package func note(_ message: String) {
    if !isQuiet { write("\(message)", false) }
  }

  /// Writes a warning about a place in a file; if quiet, only a warning about a loss.
  package func warn(_ warning: Warning, in file: Path) {
    let place = warning.place.map { ":\($0.line):\($0.column)" } ?? ""
    let line: Message = "\(file.inputName)\(place): warning: \(warning.message)"
    onWarning(line)
    if !isQuiet || warning.isLoss { write(line, true) }
  }
}
