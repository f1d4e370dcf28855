import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// A failure of the work, with its words and its exit code.
struct Failed: Failure {
  var exitCode: ExitCode
  var description: String

  init(_ exitCode: ExitCode, _ description: String) {
    self.exitCode = exitCode
    self.description = description
  }
}

/// Runs the work of a command and gives every error of the layers below its exit code.
///
/// A reader that has gone away ends the work in silence: it has seen enough.
func reporting(_ work: () throws -> ExitCode) throws -> ExitCode {
  do {
    return try work()
  } catch let failure as FileFailure {
    if failure.isBrokenPipe { return .ok }
    throw Failed(ExitCode(failure.kind), "life: \(failure)")
  } catch let error as ReadError {
    throw Failed(ExitCode(error.kind), "life: \(error)")
  } catch let error as ParseError {
    throw Failed(error.isOverLimit ? .limit : .data, "\(error)")
  } catch let error as LifeFormats.WriteError {
    throw Failed(.data, "life: \(error)")
  } catch let error as UnsupportedPattern {
    throw Failed(.data, "life: the engine '\(error.engine)' cannot run this: \(error.reason)")
  } catch let error as ProgramFailure {
    let pipe = "; with ffmpeg on another machine: \(VideoFile.pipe(error.path))"
    throw Failed(
      error.isMissing ? .cantCreate : .io, "life: \(error)" + (error.isMissing ? pipe : ""))
  } catch let error as ShapeRefused {
    throw Failed(.usage, "life: \(error)")
  } catch let error as MemoryExhausted {
    let need =
      error.bytes == .max ? "more is needed than there can be" : "\(error.bytes) bytes are needed"
    throw Failed(.limit, "life: no memory for the \(error.purpose): \(need)")
  }
}

extension ExitCode {
  init(_ kind: FailureKind) {
    switch kind {
    case .missingInput: self = .noInput
    case .damagedData: self = .data
    case .cannotCreate: self = .cantCreate
    case .inputOutput: self = .io
    case .overLimit: self = .limit
    }
  }
}
