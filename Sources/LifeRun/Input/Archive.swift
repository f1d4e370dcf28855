import LifeCore
import LifeFormats
import LifeIO

/// The patterns in a zip archive.
///
/// `collection.zip` names the only pattern of an archive, `collection.zip/gun.rle` one of several.
///
/// Members are read like files. The archive provides bytes; the reader detects their format.
struct Archive {
  private let zip: ZipArchive

  init(_ zip: ZipArchive) { self.zip = zip }

  /// The archive and the member in a path such as `a.zip/b.rle`; nil for any other path.
  static func split(_ name: Path) -> (archive: Path, member: Path)? {
    let separator = Array(".zip/".utf8)
    let lower = name.bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    guard let range = lower.range(of: separator), range.upperBound < name.bytes.count else {
      return nil
    }
    return (
      Path(bytes: Array(name.bytes[..<(range.upperBound - 1)])),
      Path(bytes: Array(name.bytes[range.upperBound...]))
    )
  }

  /// The members that are patterns: files with the extension of a pattern format, and texts that
  /// look like patterns. If there are none, the only file of the archive.
  private var patterns: [ZipArchive.Member] {
    let extensions = Set(Format.allCases.flatMap { $0.type.extensions }).subtracting(["txt"])
    let files = zip.members.filter { !$0.isHidden }
    let patterns = files.filter { file in
      extensions.contains(file.name.withoutGzip.fileExtension) || file.isText && isPattern(file)
    }
    return patterns.isEmpty && files.count == 1 ? files : patterns
  }

  private func isPattern(_ text: ZipArchive.Member) -> Bool {
    guard let input = try? zip.open(text) else { return false }
    return (try? Format.isPattern(text: input)) == true
  }

  /// The texts that are not read although a format recognizes their beginning: prose or patterns.
  var skippedTexts: [Path] {
    let patterns = Set(patterns.map(\.name))
    return zip.members.filter { text in
      guard !text.isHidden, text.isText, !patterns.contains(text.name),
        let input = try? zip.open(text)
      else { return false }
      return (try? Format.recognized(input)) != nil
    }.map(\.name)
  }

  /// Opens the member of this name, or the only pattern if `member` is nil.
  func open(_ member: Path?) throws -> ByteReader {
    guard let member else { return try openOnly() }
    let named = zip.members.filter { $0.name == member }
    let found = named.isEmpty ? zip.members.filter { $0.name.fileName == member } : named
    if found.count == 1 { return try zip.open(found[0]) }
    let names = zip.members.map { "\($0.name)" }
    let hint = didYouMean("\(member)", among: names).map { "; \($0)" } ?? ""
    throw RunFailure(
      .missingInput,
      "\(zip.path.inputName) does not contain '\(member)'\(hint); \(listed(zip.members))")
  }

  /// Advice on selecting one of the patterns.
  private var choice: String {
    zip.path.isStandardStream
      ? "save it as a file and select one with 'FILE.zip/NAME'"
      : "select one with '\(zip.path)/NAME'"
  }

  private func openOnly() throws -> ByteReader {
    let patterns = patterns
    if patterns.count == 1 { return try zip.open(patterns[0]) }
    guard patterns.isEmpty else {
      throw RunFailure(
        .invalidData,
        "\(zip.path.inputName) contains \(patterns.count) patterns; \(choice), or read each with "
          + "\(.split); \(listed(patterns))")
    }
    throw RunFailure(
      .invalidData, "\(zip.path.inputName) contains no pattern; \(listed(zip.members))")
  }

  /// Calls `body` with each pattern, and `onDamage` with the error of a member that cannot be read.
  /// Throws ``RunFailure`` if there is no pattern.
  func openEach(
    onDamage: (any Error) throws -> Void, _ body: (ByteReader) throws -> Void
  ) throws {
    let patterns = patterns
    guard !patterns.isEmpty else { return _ = try openOnly() }
    for member in patterns {
      do {
        try body(zip.open(member))
      } catch let error where error is ParseError || error is ReadError {
        try onDamage(error)
      }
    }
  }

  /// Opens the file that defines a rule, in any folder of the archive.
  func openRule(_ stem: [UInt8]) throws -> (input: ByteReader, content: RuleFile.Content)? {
    for content in RuleFile.Content.allCases {
      let name = Path(bytes: stem + Array(".\(content.rawValue)".utf8))
      guard let member = zip.members.first(where: { $0.name.fileName == name }) else { continue }
      guard member.size <= Limits().ruleBytes else { continue }
      return (try zip.open(member), content)
    }
    return nil
  }

  private static let maxListed = 20

  private func listed(_ members: [ZipArchive.Member]) -> String {
    if members.isEmpty { return "the archive is empty" }
    let names = members.prefix(Self.maxListed).map { "'\($0.name)'" }.joined(separator: ", ")
    let more = members.count - Self.maxListed
    return "its files are \(names)" + (more > 0 ? " and \(more) more" : "")
  }
}

extension ZipArchive.Member {
  fileprivate var isText: Bool { name.withoutGzip.fileExtension == "txt" }

  /// Whether this is metadata of an operating system or a hidden file.
  fileprivate var isHidden: Bool {
    name.bytes.starts(with: "__MACOSX/".utf8) || name.fileName.bytes.first == UInt8(ascii: ".")
  }
}
