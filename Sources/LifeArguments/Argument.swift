internal import LifeIO
import LifeSystem

/// One word of the command line, as bytes: the operating system doesn't require UTF-8.
package struct Argument: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The words after the program's name. `CommandLine.arguments` would damage names that aren't
  /// UTF-8.
  package static var ofProcess: [Argument] {
    let words = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe words.dropFirst().compactMap { word in
      guard let word = unsafe word else { return nil }
      let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
      return Argument(bytes: unsafe bytes.map { UInt8(bitPattern: $0) })
    }
  }

  /// The word as text, to compare with names. Invalid UTF-8 becomes U+FFFD, which no name
  /// contains.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func starts(with prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

  package func dropFirst(_ count: Int) -> Argument {
    Argument(bytes: Array(bytes.dropFirst(count)))
  }
}

extension Argument: CustomStringConvertible {
  /// The word for a message, safe to print: see ``Path``'s description.
  package var description: String { Path(bytes: bytes).description }
}

extension Argument: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
