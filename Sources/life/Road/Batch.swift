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
    for input in inputs where Interruption.signal == nil {
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

  /// Does the work for each pattern of each input in turn, as ``run(_:_:)`` does for inputs. What
  /// fails with one pattern of a file ends the reading of that file only if it cannot be read on.
  static func run(
    _ inputs: [Path], _ options: InputOptions, _ talk: Talk,
    _ work: (LoadedPattern) throws -> ExitCode
  ) throws -> ExitCode {
    try run(inputs) { name in
      var code = ExitCode.ok
      try options.loadEach(name, talk) { loaded in
        guard Interruption.signal == nil else { return }
        guard options.isSplit else { return code = try work(loaded) }
        let result = try attempt(work, loaded)
        if result != .ok { code = result }
      }
      return code
    }
  }

  /// The work for one of many patterns, whose failure is only told.
  private static func attempt(
    _ work: (LoadedPattern) throws -> ExitCode, _ loaded: LoadedPattern
  ) throws -> ExitCode {
    do {
      return try reporting { try work(loaded) }
    } catch let failure as Failed where failure.exitCode == .data {
      Console.ofProcess.complain("\(loaded.title): \(failure)\n")
      return failure.exitCode
    }
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
