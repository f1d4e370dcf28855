import LifeArguments
import LifeCore
import LifeIO
import LifeReport
import LifeRun

/// Processes many inputs with one command.
enum Batch {
  /// Processes each input in turn. A failure is reported, and the other inputs are still processed.
  /// After a signal or at the time limit, no other input begins. A closed pipe ends the output, and
  /// the codes before it remain.
  ///
  /// - Parameter work: adds its codes to its second argument.
  private static func run(
    _ inputs: [Path], _ work: (Path, inout ExitCode) throws -> Void
  ) throws -> ExitCode {
    var code = ExitCode.ok
    for (index, input) in inputs.enumerated() {
      if index > 0, let reason = Interruption.endReason { return end(reason) }
      do {
        let signal = try describingErrors {
          try work(input, &code)
          return .ok
        }
        code.add(signal)
      } catch is Stopped where Interruption.endReason != nil {
        return end(Interruption.endReason!)
      } catch let failure as RunFailure where inputs.count > 1 {
        code.add(report(failure))
      } catch let failure as FileFailure where failure.isBrokenPipe && code != .ok {
        return code
      }
    }
    return code
  }

  /// Ends a batch before its last input.
  static func end(_ reason: StopReason) -> ExitCode {
    if case .time = reason {
      Console.ofProcess.note("\(reason); the other patterns are left out")
    }
    return reason.exitCode
  }

  /// Loads each pattern of each input for `work`. A failure is handled as in ``run(_:_:)``. After a
  /// failure with one pattern of a file, the others are still read if possible.
  ///
  /// - Parameter shard: the part of the patterns to process, if files are split.
  static func loadEach(
    _ inputs: [Path], shard: Shard? = nil, loader: PatternLoader,
    _ work: (LoadedPattern) throws -> ExitCode
  ) throws -> ExitCode {
    var count = 0
    var ownCount = 0
    let shard = loader.isSplit ? shard : nil
    let code = try run(inputs) { name, codeOfAll in
      var code = ExitCode.ok
      // Also after an error.
      defer { codeOfAll.add(code) }
      func isOwn() -> Bool {
        count += 1
        if shard?.contains(count - 1) == false { return false }
        ownCount += 1
        return true
      }
      var loader = loader
      loader.onFailure = { if isOwn() { code.add(report($0)) } }
      try loader.loadEach(name) { loaded in
        guard isOwn() else { return }
        if ownCount > 1, Interruption.endReason != nil { throw Stopped() }
        code.add(try loader.isSplit ? attempt(work, loaded: loaded) : work(loaded))
      }
    }
    if let shard {
      loader.diagnostics.note("\(shard): \(ownCount) of \(count.counted("pattern"))")
    }
    return code
  }

  /// Loads each pattern for `work`, which writes its result to standard output, after a header.
  /// Results before a failure are still printed.
  static func loadEach(
    _ inputs: [Path], shard: Shard? = nil, loader: PatternLoader, header: String,
    _ work: (LoadedPattern, ByteWriter) throws -> ExitCode
  ) throws -> ExitCode {
    let output = try openOutput(.standardStream)
    try output.write(header)
    let code: ExitCode
    do {
      code = try loadEach(inputs, shard: shard, loader: loader) { try work($0, output) }
    } catch {
      try output.flush()
      throw error
    }
    return try exitCode(verdict: { code }) {
      try output.finish()
      return .ok
    }
  }

  /// Processes one of many patterns. Reports a failure that concerns only this one, such as an
  /// existing output, without ending the batch.
  private static func attempt(
    _ work: (LoadedPattern) throws -> ExitCode, loaded: LoadedPattern
  ) throws -> ExitCode {
    do {
      return try describingErrors { try work(loaded) }
    } catch var failure as RunFailure {
      let title = "\(loaded.title): "
      if !failure.description.hasPrefix(title) { failure.message = "\(title)\(failure.message)" }
      if failure.kind != .overLimit, failure.kind != .inputOutput { return report(failure) }
      failure.message += "; the other patterns are left out"
      throw failure
    }
  }

  private static func report(_ failure: RunFailure) -> ExitCode {
    failure.report()
    return failure.exitCode
  }
}
