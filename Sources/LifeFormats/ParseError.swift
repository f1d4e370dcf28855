package import LifeCore
package import LifeIO

/// An error in a file's format: the expected text, the place, and the remedy.
package struct ParseError: Error {
  package var file: Path
  package var message: Message
  /// Line, column and text of the line; `nil` if the error concerns the whole file.
  package var place: TextLocation?
  /// Whether the file only exceeds one of ``Limits``; it may be valid.
  package var isOverLimit = false

  package init(_ message: Message, in file: Path, at place: TextLocation? = nil) {
    self.file = file
    self.message = message
    self.place = place
  }

  /// The same error, marked as an exceeded limit.
  var overLimit: ParseError {
    var error = self
    error.isOverLimit = true
    return error
  }
}

extension ParseError: CustomStringConvertible {
  /// The message, the line and a caret under the place:
  ///
  ///     glider.rle:3:7: expected 'b', 'o', '$', '!' or a count, found 'q'
  ///       3 | bob$2bqo!
  ///         |       ^
  package var description: String { "\(located)" }

  package var located: Message {
    let file = file.inputName
    guard let place else { return "\(file): \(message)" }
    let number = String(place.line)
    let margin = String(repeating: " ", count: number.count)
    let indent = String(repeating: " ", count: place.excerpt.caret)
    return """
      \(file):\(place.line):\(place.column): \(message)
        \(number) | \(place.excerpt.text)
        \(margin) | \(indent)^
      """
  }
}

/// A defect in a file that was read nevertheless.
package struct Warning: Sendable, Hashable {
  package var message: Message
  package var place: TextLocation?
  /// Whether cells or patterns are left out. `--quiet` does not silence such a warning.
  package var isLoss: Bool

  package init(_ message: Message, at place: TextLocation? = nil, isLoss: Bool = false) {
    self.message = message
    self.place = place
    self.isLoss = isLoss
  }
}

/// A pattern that a format can't store, with a remedy.
package struct WriteError: Error, Hashable, CustomStringConvertible {
  package var message: Message

  package init(_ message: Message) { self.message = message }

  package var description: String { "\(message)" }
}
