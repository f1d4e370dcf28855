import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRun

/// The error of every function of this library: its kind, a message and, in files, the place.
public struct LifeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// A file does not exist or cannot be opened.
    case missingInput
    /// Invalid data in a file, or a pattern that a format or an engine cannot represent.
    case invalidData
    /// An argument that cannot be used, such as an unknown rule or file name extension.
    case invalidArgument
    /// A file cannot be created.
    case cannotCreate
    /// Reading or writing failed in the middle of a file.
    case inputOutput
    /// A limit on memory or size was exceeded.
    case overLimit
    /// The process received a signal that asked it to stop.
    case interrupted
  }

  /// The kind, for code that handles errors.
  public var kind: Kind
  /// The message, for people: the place and an excerpt of a file, what is wrong, and how to fix it.
  public var description: String
  /// The line of the file, from 1; nil if the error has no place in a file.
  public var line: Int?
  /// The column of the line in bytes, from 1; nil if the error has no place in a line.
  public var column: Int?

  init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }

  init(_ error: any Error) {
    if let error = error as? LifeError {
      self = error
    } else if error is Stopped {
      self.init(.interrupted, "interrupted")
    } else if let error = error as? RuleError {
      self.init(.invalidArgument, error.message)
    } else if let failure = RunFailure(describing: error) {
      self.init(Kind(failure.kind), failure.description)
      let place = (error as? ParseError)?.place
      (line, column) = (place?.line, place?.column)
    } else {
      self.init(.invalidData, "\(error)")
    }
  }

  /// Does some work of the layers below and converts their errors.
  static func converting<Result>(_ work: () throws -> Result) throws(LifeError) -> Result {
    do { return try work() } catch { throw LifeError(error) }
  }
}

extension LifeError.Kind {
  init(_ kind: RunFailure.Kind) {
    switch kind {
    case .usage: self = .invalidArgument
    case .difference, .invalidData: self = .invalidData
    case .missingInput: self = .missingInput
    case .cannotCreate: self = .cannotCreate
    case .inputOutput: self = .inputOutput
    case .overLimit: self = .overLimit
    }
  }
}

/// The resources that reading and running a pattern may use.
public struct Limits: Sendable {
  /// The memory for cells, in bytes; by default three quarters of that of the machine, the
  /// container or the job.
  public var memory = SystemResources.usualMemoryLimit
  /// The largest size of a file after decompression, in bytes; by default 64 GiB.
  public var expandedBytes = LifeIO.Limits().expandedBytes
  /// The largest number of states of a rule that is read with a pattern, at most 256.
  public var states = 256
  /// The number of threads of an engine; nil for the number of cores that the process may use.
  public var threads: Int?

  /// The default limits.
  public init() {}

  var reading: LifeIO.Limits {
    var limits = LifeIO.Limits()
    limits.expandedBytes = expandedBytes
    limits.states = states
    limits.cellBytes = min(limits.cellBytes, memory / 2)
    return limits
  }
}
