import LifeFormats
import LifeIO
import LifeRender

/// What an output is: the universe at some generations, encoded in one way or another.
enum Product: Hashable {
  case pattern(Format)
  case film(FilmKind)
  case table(TableKind)

  /// A picture that can also be a film is one here.
  static let all: [Product] =
    Format.written.filter { !FilmKind.allCases.map(\.name).contains($0.rawValue) }.map {
      .pattern($0)
    }
    + FilmKind.allCases.map { .film($0) } + TableKind.allCases.map { .table($0) }

  var name: String {
    switch self {
    case .pattern(let format): format.rawValue
    case .film(let kind): kind.name
    case .table(let kind): kind.name
    }
  }

  var extensions: [String] {
    switch self {
    case .pattern(let format): format.type.extensions
    case .film(let kind): kind.extensions
    case .table(let kind): kind.extensions
    }
  }

  var summary: String {
    switch self {
    case .pattern(let format): format.type.summary
    case .film(let kind): kind.summary
    case .table(let kind): kind.summary
    }
  }

  /// Whether several of them in one file can be told apart.
  var canFollowItself: Bool {
    switch self {
    case .pattern(let format): format == .rle
    case .film(let kind): !kind.isStill
    case .table: true
    }
  }

  /// Whether a run has one of these for every generation, unless told otherwise.
  var isForEveryGeneration: Bool {
    switch self {
    case .pattern: false
    case .film(let kind): !kind.isStill
    case .table: true
    }
  }

  /// What a file name's ending says, `.gz` aside; nil if it says nothing known.
  static func named(by path: Path) -> Product? {
    let ending = path.withoutGzip.fileExtension
    if let kind = FilmKind.allCases.first(where: { $0.extensions.contains(ending) }) {
      return .film(kind)
    }
    if let format = Format.named(by: path) { return .pattern(format) }
    return all.first { $0.extensions.contains(ending) }
  }
}

extension Product: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    if let product = Self.all.first(where: { $0.name == word }) {
      self = product
    } else if let product = Self.all.first(where: { $0.extensions.contains(word) }) {
      self = product
    } else {
      let names = Self.all.map(\.name)
      throw ValueError(
        "expected \(names.listed(with: "or")), found '\(argument)'",
        hint: didYouMean(nearest(to: word, among: names)))
    }
  }

  static var completion: Completion { .choices(all.map(\.name)) }
}

extension Format: ValueParsable {
  /// A format by its name, or by an ending that its files have.
  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    if let format = Format(rawValue: word) ?? Format.named(by: Path("." + word).asFile) {
      self = format
      return
    }
    let names = Format.allCases.map(\.rawValue)
    throw ValueError(
      "expected \(names.listed(with: "or")), found '\(argument)'",
      hint: didYouMean(nearest(to: word, among: names)))
  }

  static var completion: Completion { .choices(allCases.map(\.rawValue)) }

  /// For options that name what is written.
  static var completionOfWritten: Completion { .choices(written.map(\.rawValue)) }
}

extension Path {
  /// A file name with this as its ending.
  fileprivate var asFile: Path { Path(bytes: Array("x".utf8) + bytes) }
}
