/// A path in the operating system's own form: bytes, not necessarily UTF-8.
package struct Path: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// `-`: standard input for reading, standard output for writing.
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

extension Path {
  /// The last component: everything after the last slash.
  package var fileName: Path {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return Path(bytes: Array(bytes[(slash + 1)...]))
  }

  /// The text after the last dot of the last component, in lower case; empty if there is none.
  package var fileExtension: String {
    let name = fileName.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The last component without its extension.
  package var stem: Path {
    let name = fileName.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return fileName }
    return Path(bytes: Array(name[..<dot]))
  }

  /// Whether the extension is `gz`.
  package var isGzipName: Bool { fileExtension == "gz" }

  /// Whether the extension is that of a compression that outputs do not have.
  package var namesOtherCompression: Bool {
    ["bz2", "xz", "zip", "zst"].contains(fileExtension)
  }

  /// The name without a final `.gz`.
  package var withoutGzip: Path { isGzipName ? Path(bytes: Array(bytes.dropLast(3))) : self }

  /// The path of `name` inside this folder.
  package func appending(_ name: Path) -> Path {
    Path(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.bytes)
  }

  /// A path as seen from this folder: names of standard streams and absolute paths are unchanged.
  package func resolving(_ path: Path) -> Path {
    path.isStandardStream || path.bytes.first == UInt8(ascii: "/") ? path : appending(path)
  }

  /// The absolute path of the file.
  package var absolute: Path { currentFolder()?.resolving(self) ?? self }

  /// The folder of the last component; `.` if the path has none.
  package var folder: Path {
    let parent = bytes.dropLast(fileName.bytes.count)
    if parent.count <= 1 { return parent.isEmpty ? "." : "/" }
    return Path(bytes: Array(parent.dropLast()))
  }

  /// Resolves `name`, for example the target of a symbolic link, relative to this path's folder.
  func sibling(_ name: [UInt8]) -> Path {
    if name.first == UInt8(ascii: "/") { return Path(bytes: name) }
    return Path(bytes: bytes.dropLast(fileName.bytes.count) + name)
  }

  /// The name quoted for a shell.
  package var quotedForShell: String {
    let plain = description
    let isSafe = plain.utf8.allSatisfy {
      switch UnicodeScalar($0) {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "/", "_", "-", "+", ",", ":", "@", "%": true
      default: $0 >= 0x80
      }
    }
    return isSafe ? plain : "'" + plain.substituting("'\\''", for: "'") + "'"
  }
}
