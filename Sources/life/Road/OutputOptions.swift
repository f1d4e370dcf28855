import LifeCore
import LifeFormats
import LifeIO
import LifeRender

/// Where results go and in what form: the options that every command with an output has.
struct OutputOptions {
  var destination: Path?
  var folder: Path?
  var product: Product?
  var isJSON = false
  var hasDigest = false
  var isQuiet = false
  var keepsExisting = false

  static var options: [Option<OutputOptions>] {
    [
      .value(
        "-o", "--output", metavar: "DEST", group: "Output",
        help: "Write to DEST; its ending names the format.", sets: \.destination),
      .value(
        "--out-dir", metavar: "DIR", group: "Output",
        help: "Write a file for each PATTERN into DIR.", completes: .directory, sets: \.folder),
      .value(
        "--to", metavar: "FORMAT", group: "Output",
        help: "Write this format ('life formats' lists them).", sets: \.product),
      .flag(
        "--no-clobber", group: "Output", help: "Refuse to replace a file that exists.",
        sets: \.keepsExisting),
    ] + reports
  }

  /// The options about what is said rather than written.
  static var reports: [Option<OutputOptions>] {
    [
      .flag(
        "--json", group: "Report", help: "Print a summary as one JSON object.", sets: \.isJSON),
      .flag(
        "--digest", group: "Report", help: "Add the SHA-256 of the cells to the summary.",
        sets: \.hasDigest),
      .flag(
        "-q", "--quiet", group: "Report", help: "Say nothing on standard error but errors.",
        sets: \.isQuiet),
    ]
  }

  func validate(inputs: Int) throws(UsageError) {
    if destination != nil && folder != nil {
      throw UsageError("-o and --out-dir exclude each other")
    }
    if inputs > 1 && folder == nil && (destination != nil || !isJSON) {
      throw UsageError("several patterns need --out-dir DIR", hint: "or --json alone")
    }
    if let destination, case .film(let kind)? = named, kind.isEncoded, destination.isGzipName {
      throw UsageError("-o: '\(destination)': \(kind.rawValue) is not gzipped; leave out .gz")
    }
    if isJSON && folder == nil && (destination?.isStandardOutput ?? isImplicitStream) {
      throw UsageError("--json and the result cannot both go to standard output; use -o DEST")
    }
    if let destination, product == nil, destination != .standardStream,
      Product.named(by: destination) == nil, !destination.isDevice
    {
      let endings = Product.all.map { ".\($0.extensions[0])" }.withoutRepeats
      throw UsageError(
        "-o: '\(destination)' has no ending that names a format",
        hint: "use one of \(endings.joined(separator: " ")) or --to FORMAT")
    }
  }

  /// What was asked for by name or by ending; nil for the default.
  private var named: Product? { product ?? destination.flatMap(Product.named(by:)) }

  var isFilm: Bool {
    if case .film? = named { true } else { false }
  }

  /// Only RLE says where a pattern ends, so that several can follow each other in one file.
  func validate(samplesEvery interval: BigInt?) throws(UsageError) {
    guard interval != nil, destination.map({ !Target(template: $0).isNumbered }) ?? true,
      let named, !named.canFollowItself, named != .film(.png) || !isStream
    else { return }
    throw UsageError(
      "several of them in one \(named.name) file cannot be told apart",
      hint: "give each its own: -o 'x-%d.\(named.extensions[0])'")
  }

  /// Whether the result goes to standard output because nothing else was said.
  private var isImplicitStream: Bool { destination == nil && folder == nil && product != nil }

  /// Whether what is written is read at once, by somebody who sees where a picture ends.
  var isStream: Bool { folder == nil && (destination ?? .standardStream).isStandardStream }

  /// Whether no result was asked for.
  var isSilent: Bool { destination == nil && folder == nil && product == nil }

  /// What is written for an input; nil if only the summary is wanted.
  func product(for name: Path) throws -> Product? {
    if let product { return product }
    if let destination { return Product.named(by: destination) ?? .pattern(.rle) }
    return isJSON && folder == nil ? nil : .pattern(.rle)
  }

  /// Where the result of one input goes, if it goes to a folder with this name and an ending.
  func target(for stem: Path, _ product: Product) -> Target {
    guard let folder else {
      return Target(template: destination ?? .standardStream, isReplacing: !keepsExisting)
    }
    let file = Path(bytes: stem.bytes + Array(".\(product.extensions[0])".utf8))
    return Target(
      template: folder.appending(file), isReplacing: !keepsExisting, isLiteral: true)
  }
}

extension Path {
  /// Whether the name is one of the system's devices, which need no ending.
  var isDevice: Bool { bytes.starts(with: "/dev/".utf8) }
}
