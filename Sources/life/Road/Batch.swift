import LifeIO

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
    var names = OutputNames(inputs: pairs.map(\.input))
    for (input, output) in pairs { try names.claim(output, for: input) }
  }
}

/// The files that many inputs are written to, none of which may be another's or an input.
struct OutputNames {
  let inputs: [Path]
  private var owners: [Path: Path] = [:]

  init(inputs: [Path]) { self.inputs = inputs }

  /// - Throws: ``Failed`` if the file has an owner.
  mutating func claim(_ output: Path, for input: Path) throws {
    if let owner = owners.updateValue(input, forKey: output) {
      throw Failed(.usage, "life: '\(owner)' and '\(input)' would both be written to '\(output)'")
    }
    if let victim = inputs.first(where: { isSameFile($0, output) }) {
      throw Failed(.usage, "life: the result of '\(input)' would replace the input '\(victim)'")
    }
  }
}
