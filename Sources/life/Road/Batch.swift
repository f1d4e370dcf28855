import LifeIO

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Many inputs with one command.
enum Batch {
  /// Does the work for each input in turn. One that fails is reported and the others go on; the
  /// exit code is then that of the last failure.
  static func run(_ inputs: [Path], _ work: (Path) throws -> ExitCode) throws -> ExitCode {
    var code = ExitCode.ok
    for input in inputs {
      do {
        let result = try reporting { try work(input) }
        if result != .ok { code = result }
      } catch let failure as Failed where inputs.count > 1 {
        Console.ofProcess.complain("\(failure)\n")
        code = failure.exitCode
      }
    }
    return code
  }

  /// Makes sure that no output would replace another one, or an input.
  static func check(_ pairs: [(input: Path, output: Path)]) throws {
    var owners: [Path: Path] = [:]
    for (input, output) in pairs {
      if let owner = owners.updateValue(input, forKey: output) {
        throw Failed(.usage, "life: '\(owner)' and '\(input)' would both be written to '\(output)'")
      }
      if let victim = pairs.first(where: { isSameFile($0.input, output) }) {
        throw Failed(
          .usage, "life: the result of '\(input)' would replace the input '\(victim.input)'")
      }
    }
  }

  private static func isSameFile(_ a: Path, _ b: Path) -> Bool {
    guard let first = identity(a), let second = identity(b) else { return false }
    return first == second
  }

  private static func identity(_ path: Path) -> [UInt64]? {
    var status = stat()
    let found = unsafe (path.bytes + [0]).withUnsafeBytes { bytes in
      unsafe stat(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), &status)
    }
    guard found == 0, path != .standardStream else { return nil }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }
}
