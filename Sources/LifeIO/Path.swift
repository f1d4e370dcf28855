/// A file name in the operating system's own form: bytes, which need not be UTF-8.
package struct Path: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// `-`: standard input where a file is read, standard output where one is written.
  package static let standardStream: Path = "-"

  package var isStandardStream: Bool { self == .standardStream }

  /// The name of an input in messages: `standard input` for `-`.
  package var inputName: String { isStandardStream ? "standard input" : description }
}

extension Path: CustomStringConvertible {
  /// The name for a message, safe to print: see ``TerminalText``.
  package var description: String { TerminalText.printable(bytes) }
}

extension Path: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
