import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// The error of all functions of this library: its kind, a message for people and, for errors in
/// files, the line and the column.
public struct LifeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of error. Later versions may have more kinds.
  public struct Kind: Hashable, Sendable {
    /// The name of the kind, for example `invalidData`.
    public let name: String

    /// A file does not exist or cannot be opened.
    public static let missingInput = Kind(name: "missingInput")
    /// Invalid data in a file, or a pattern that a format or an engine cannot represent.
    public static let invalidData = Kind(name: "invalidData")
    /// An unusable argument, for example an unknown rule or file name extension.
    public static let invalidArgument = Kind(name: "invalidArgument")
    /// A file cannot be created.
    public static let cannotCreate = Kind(name: "cannotCreate")
    /// Reading or writing failed in the middle of a file.
    public static let inputOutput = Kind(name: "inputOutput")
    /// A limit on memory or size was exceeded.
    public static let overLimit = Kind(name: "overLimit")
    /// The task was cancelled.
    public static let cancelled = Kind(name: "cancelled")

    private init(name: String) { self.name = name }
  }

  /// The kind, for your code.
  public var kind: Kind
  /// The message, for people: place and excerpt of a file, the problem, and its remedy. Show this
  /// text, as in `"\(error)"`: Foundation's `localizedDescription` does not have it.
  public var description: String
  /// The line of the file, counted from 1. `nil` if the error has no place in a file.
  public var line: Int?
  /// The column in the line, in characters from 1. `nil` if the error has no place in a line.
  public var column: Int?

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  init(_ error: any Error) {
    if let error = error as? LifeError {
      self = error
    } else if error is Stopped {
      self.init(.cancelled, "the task was cancelled")
    } else if let error = error as? RuleError {
      self.init(.invalidArgument, "\(error.message)")
    } else if let error = error as? OrientationError {
      self.init(.invalidArgument, "the universe \(error.universe) cannot be turned that way")
    } else if let failure = RunFailure(describing: error) {
      self.init(Kind(failure.kind), failure.description)
      let place = (error as? ParseError)?.place
      line = place?.line
      column = place?.column
    } else {
      self.init(.invalidData, "\(error)")
    }
  }

  /// Does work of the lower layers and converts their errors.
  static func converting<Result>(_ work: () throws -> Result) throws(LifeError) -> Result {
    do { return try work() } catch { throw LifeError(error) }
  }
}

extension LifeError.Kind: CustomStringConvertible {
  /// The ``name``.
  public var description: String { name }
}

extension LifeError.Kind {
  init(_ kind: FailureKind) {
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
