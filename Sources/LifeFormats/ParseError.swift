package import LifeIO

/// Bytes that are not the pattern they should be: what is wrong, where, and what to do next.
package struct ParseError: Error {
  package var file: Path
  package var message: String
  /// Nil if the complaint is about the file as a whole.
  package var place: Place?
  /// Whether the file may be right and asks for more than it is allowed.
  package var isOverLimit = false

  package init(_ message: String, in file: Path, at place: Place? = nil) {
    self.file = file
    self.message = message
    self.place = place
  }
}

extension ParseError {
  var overLimit: ParseError {
    var error = self
    error.isOverLimit = true
    return error
  }
}

extension ParseError: CustomStringConvertible {
  /// The complaint, the line and a caret under the place:
  ///
  ///     glider.rle:3:7: expected 'b', 'o', '$', '!' or a count, found 'q'
  ///       3 | bob$2bqo!
  ///         |       ^
  package var description: String {
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

/// Something in a file that was read all the same, told to the user once.
package struct Warning: Sendable, Hashable {
  package var message: String
  package var place: Place?

  package init(_ message: String, at place: Place? = nil) {
    self.message = message
    self.place = place
  }
}
