import Foundation
import LifeIO
import TestSupport
import Testing

/// A folder that is gone with the test.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("life-io-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    chmod(folder.path, 0o700)
    try? FileManager.default.removeItem(at: folder)
  }

  func name(_ name: String) -> String { folder.appendingPathComponent(name).path }
  func path(_ name: String) -> Path { Path(self.name(name)) }

  func put(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: self.name(name)))
  }

  func put(_ text: String, as name: String) throws { try put(Array(text.utf8), as: name) }

  func link(_ name: String, to target: String) {
    #expect(symlink(target, self.name(name)) == 0)
  }

  /// What a file says; nil if there is none.
  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(fileURLWithPath: self.name(name))))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// The permission bits, without following a link.
  func mode(_ name: String) -> mode_t { status(name).st_mode & 0o777 }

  func type(_ name: String) -> mode_t { status(name).st_mode & S_IFMT }

  func inode(_ name: String) -> ino_t { status(name).st_ino }

  private func status(_ name: String) -> stat {
    var info = stat()
    #expect(lstat(self.name(name), &info) == 0)
    return info
  }
}

/// Runs a command that reads the input from standard input, and returns its output.
func run(_ line: String, input: [UInt8] = []) throws -> [UInt8] {
  let shell = try Shell()
  try Data(input).write(to: shell.folder.appending(path: "input"))
  let result = try shell.run("\(line) < input")
  #expect(result.status == 0, "\(result.errors)")
  return [UInt8](result.output)
}

extension ByteSink {
  func write(_ text: String) throws { try write(Array(text.utf8).span) }
}

extension Limits {
  /// The usual limits but for some.
  init(_ change: (inout Limits) -> Void) {
    self.init()
    change(&self)
  }
}

/// Writes a whole output.
func write(
  _ text: String, to path: Path, replacement: Replacement = .unprotected, compressed: Bool = false
) throws {
  let writer = try openOutput(path, replacement: replacement, compressed: compressed)
  try writer.write(text)
  try writer.finish()
}

/// The failure that `body` ends with.
func failure(_ body: () throws -> Void) -> FileFailure? {
  #expect(throws: FileFailure.self, performing: body)
}

func readError(_ body: () throws -> Void) -> ReadError? {
  #expect(throws: ReadError.self, performing: body)
}
