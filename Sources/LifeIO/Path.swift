/// A file name as the operating system has it: bytes, which need not be UTF-8.
package struct Path: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }
}

extension Path: CustomStringConvertible {
  /// The name for a message: bytes that are not UTF-8 are shown as U+FFFD, control characters as `?`.
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

extension Path {
  /// What follows the last slash.
  package var lastComponent: Path {
    Path(bytes: Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1).advanced(by: 1)...]))
  }

  /// What follows the last dot of the last component, in lower case; empty if there is none.
  package var fileExtension: String {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The last component without its ending.
  package var stem: Path {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return lastComponent }
    return Path(bytes: Array(name[..<dot]))
  }

  package var isGzipName: Bool { fileExtension == "gz" }

  /// The name without a final `.gz`.
  package var withoutGzip: Path { isGzipName ? Path(bytes: bytes.dropLast(3)) : self }

  package func appending(_ name: Path) -> Path {
    Path(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.bytes)
  }
}

extension Path {
  private init(bytes: ArraySlice<UInt8>) { self.init(bytes: Array(bytes)) }
}
