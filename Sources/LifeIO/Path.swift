/// A file name as the operating system has it: bytes, which need not be UTF-8.
package struct Path: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }
}

extension Path {
  /// `-`: standard input where a file is read, standard output where one is written.
  package static let standardStream: Path = "-"

  package var isStandardStream: Bool { self == .standardStream }

  /// What messages call a file that is read.
  package var inputName: String { isStandardStream ? "standard input" : description }
}

extension Path: CustomStringConvertible {
  /// The name for a message: what is not UTF-8 is shown as U+FFFD, control characters as `?`.
  package var description: String {
    String(
      String.UnicodeScalarView(
        String(decoding: bytes, as: UTF8.self).unicodeScalars
          .map { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) ? "?" : $0 }))
  }
}

extension Path: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
