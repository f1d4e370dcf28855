import LifeCore
import LifeFormats
package import LifeIO
package import LifeRender

/// The requested destinations and format of a result.
package struct OutputRequest {
  /// Files, `-`, or names with a placeholder for a number; empty if not given.
  package var destinations: [Path] = []
  /// A folder for one file per pattern.
  package var folder: Path?
  package var format: OutputFormat?
  package var replacement = Replacement.unprotected
  /// Whether the summary is JSON on standard output.
  package var isJSON = false
  /// Whether the summary contains the SHA-256 of the cells.
  package var hasDigest = false
  /// The columns of a table; `nil` for the default ones.
  package var columns: [TableColumn]?
  /// Whether JSON has strings instead of integers beyond 2^53.
  package var hasLongIntegersAsStrings = false

  package init() {}

  /// The only destination, or the first of several.
  package var destination: Path? {
    get { destinations.first }
    set { destinations = newValue.map { [$0] } ?? [] }
  }

  /// The same request for each destination.
  package var perDestination: [OutputRequest] {
    guard destinations.count > 1 else { return [self] }
    return destinations.map {
      var request = self
      request.destination = $0
      return request
    }
  }

  /// The format named by an option or by the extension of the destination; nil for the default.
  var namedFormat: OutputFormat? { format ?? destination.flatMap(OutputFormat.named(by:)) }

  /// Whether the result goes to standard output because only its format was given.
  private var isImplicitStream: Bool { destination == nil && folder == nil && format != nil }

  /// Whether the output is standard output.
  var isStream: Bool {
    folder == nil && (destination ?? .standardStream).isStandardStream
  }

  /// Whether all outputs go to other processes, which may stop reading at any time.
  var isReadByOthers: Bool {
    perDestination.allSatisfy {
      $0.isStream || $0.folder == nil && $0.destination.map(isSpecialFile) == true
    }
  }

  /// Whether no option requests a result; ``resultFormat`` can still be the default one.
  var isUnrequested: Bool { destination == nil && folder == nil && format == nil }

  /// The format of the result; nil for a summary only.
  package var resultFormat: OutputFormat? {
    if let format { return format }
    if let destination { return OutputFormat.named(by: destination) ?? .pattern(.usual) }
    return isJSON && folder == nil ? nil : .pattern(.usual)
  }

  /// The file for the result of one pattern.
  ///
  /// - Parameter stem: the file name without an extension, for an output folder.
  package func target(for stem: Path, _ format: OutputFormat) -> OutputTarget {
    guard let folder else {
      return OutputTarget(
        template: destination ?? .standardStream, replacement: replacement)
    }
    let file = Path(bytes: stem.bytes + Array(".\(format.extensions[0])".utf8))
    return OutputTarget(
      template: folder.appending(file), replacement: replacement, isLiteral: true)
  }

  /// The columns of a table, including a requested digest.
  var tableOptions: TableOptions {
    var options = TableOptions()
    options.columns = columns ?? options.columns
    if hasDigest, !options.columns.contains(.digest) { options.columns.append(.digest) }
    options.hasLongIntegersAsStrings = hasLongIntegersAsStrings
    return options
  }

  /// Whether the destination has a placeholder for an index or a generation.
  package var isNumbered: Bool {
    destination.map { OutputTarget(template: $0).isNumbered } ?? false
  }

  /// Whether the output is one file of moving images.
  var isAnimation: Bool { imageFormats.contains { !$0.isStill } && !isNumbered }

  /// Whether the output is an animation that viewers repeat.
  var repeatsByItself: Bool { isAnimation && imageFormats.allSatisfy(\.repeatsByItself) }

  /// Whether the output is a table.
  var isTable: Bool { if case .table? = namedFormat { true } else { false } }

  /// The formats of the images, animations and videos.
  package var imageFormats: [ImageFormat] {
    perDestination.compactMap {
      if case .image(let format)? = $0.resultFormat { format } else { nil }
    }
  }

  /// Whether the results of several patterns go to one output: one picture, page or table, or one
  /// after another to standard output.
  private var holdsSeveralPatterns: Bool {
    switch resultFormat {
    case .pattern: isStream && resultFormat?.holdsSeveralSamples == true
    case .image(let format): format.holdsSeveralPatterns && !isNumbered || isGrid
    case .table: !isNumbered
    case .objects, nil: false
    }
  }

  /// Whether the results of several patterns are drawn side by side.
  package var isGrid: Bool {
    guard case .image(let format)? = namedFormat else { return false }
    return format.hasStrips && !isNumbered && folder == nil
  }

  func check(patterns: Int) throws(RunFailure) {
    if destinations.count > 1 {
      if format != nil {
        throw RunRequest.refused("\(.format) cannot be combined with several \(.output)")
      }
      if patterns > 1 {
        throw RunFailure(
          .usage, "several \(.output) are for the results of one pattern",
          hint: "run the patterns one after another")
      }
    }
    for output in perDestination { try output.checkDestination(patterns: patterns) }
  }

  private func checkDestination(patterns: Int) throws(RunFailure) {
    if destination != nil && folder != nil {
      throw RunRequest.refused("\(.output) cannot be combined with \(.outputFolder)")
    }
    if patterns > 1, folder == nil, destination != nil || !isJSON, !holdsSeveralPatterns {
      throw RunFailure(
        .usage,
        "several patterns require \(.outputFolder) DIR"
          + (destination == nil ? "" : " in place of \(.output)"),
        hint: "or write rle or json to standard output, one table, picture or page of all patterns "
          + "(\(.output) x.csv, x.gif, x.html), or \(.json) without \(.output)")
    }
    if let destination,
      let mark = OutputTarget(template: destination).unknownPlaceholder
    {
      throw RunFailure(
        .usage, "\(.output): '\(destination)': unknown placeholder '\(mark)'",
        hint: "write {generation} or {generation:06d}, or %d or %06d for the index of the sample")
    }
    if let destination, isNumbered, case .image(let format)? = namedFormat, format.usesFFmpeg {
      let images = Path(
        bytes: destination.bytes.dropLast(destination.fileExtension.utf8.count) + Array("png".utf8))
      throw RunFailure(
        .usage, "\(.output): '\(destination)' would be videos of one image each",
        hint: "name one video, or images: \(.output) '\(images)'")
    }
    if let destination { try namedFormat?.refuseGzip(destination) }
    if isJSON && folder == nil && (destination?.isStandardOutput ?? isImplicitStream) {
      throw RunRequest.refused(
        "\(.json) and the result cannot both go to standard output; use \(.output) DEST")
    }
    if let destination, format == nil, destination != .standardStream,
      OutputFormat.named(by: destination) == nil, !destination.isDevice
    {
      throw OutputFormat.unnamed(
        destination, setting: .output,
        advice: "write one such as .rle, .png, .gif, .mp4 or .csv \(advice: .formats)")
    }
  }

  /// Whether the output can hold several samples: in separate files, or in one file of a format
  /// with boundaries, for example y4m. Any other output gets only the last generation.
  package var holdsSeveralSamples: Bool {
    guard let format = namedFormat, !isNumbered else { return true }
    // The reader of a stream finds the boundaries of PNG images.
    return format.holdsSeveralSamples || format == .image(.png) && isStream
  }

  /// Refuses several samples if no output holds them.
  func checkSeveralSamples(patterns: Int) throws(RunFailure) {
    guard !perDestination.contains(where: \.holdsSeveralSamples),
      let format = perDestination[0].namedFormat
    else { return }
    throw RunFailure(
      .usage, "a single \(format.name) file cannot hold several samples",
      hint: folder == nil && patterns == 1
        ? "write one file each: \(.output) 'x-%d.\(format.extensions[0])'"
        : "leave out \(.interval), or write gif or csv")
  }
}

extension Path {
  /// Whether the name is a device, such as `/dev/null`, which needs no extension.
  package var isDevice: Bool { bytes.starts(with: "/dev/".utf8) }
}
