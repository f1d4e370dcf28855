import LifeCore
import LifeIO

/// Looks, before a run begins, at where everything goes that it writes.
///
/// Two options that name one file would lose what one of them asks for, and a file that cannot be
/// written should not be found out when the run is over.
struct OutputCheck {
  /// Where the result goes, by which option, and when it is written; nil if there is none.
  let result: Target?
  let resultOption: String
  let schedule: Schedule
  let plot: Path?
  let checkpoint: Path?
  let isReplacing: Bool
  let isNew: Bool
  /// The file that the pattern was read from, unless that is long ago.
  let input: Path?

  init(
    _ command: RunCommand, _ loaded: LoadedPattern, _ schedule: Schedule, _ product: Product?,
    isNew: Bool
  ) {
    let isOnce = command.every == nil && product?.isForEveryGeneration != true
    self.schedule = Schedule(
      start: schedule.start, end: schedule.end, every: isOnce ? nil : schedule.every)
    var target = product.map { command.output.target(for: loaded.stem, $0) }
    target?.isKept = command.checkpoint.file != nil && !isOnce
    result = target
    resultOption = command.output.folder == nil ? "-o" : "--out-dir"
    plot = command.plot
    checkpoint = command.checkpoint.file
    isReplacing = !command.output.keepsExisting
    self.isNew = isNew
    input = isNew && isRegularFile(loaded.name) ? loaded.name : nil
  }

  func check() throws {
    for (option, path) in [("--plot", plot), ("--checkpoint", checkpoint)] {
      if let path { try refuseClash(option, path) }
    }
    if let plot, let checkpoint { try refuse("--plot", plot, "--checkpoint", checkpoint) }
    if let input, let result, result.isNumbered, isWritten(input, by: result) {
      throw Failed(
        .usage,
        "life run: -o '\(result.template)' would replace the input '\(input)'; write to another "
          + "name or folder")
    }
    if let plot { try tryCreating(plot, replacing: isReplacing) }
    guard let result, isNew || !result.isNumbered && !result.isKept else { return }
    if result.isNumbered, !result.isReplacing,
      let sample = samplesThere(of: result).first(where: { _ in true })
    {
      return try tryCreating(sample, replacing: false)
    }
    try tryCreating(
      result.path(index: 0, generation: schedule.first), replacing: result.isReplacing)
  }

  /// Refuses a file of an option that the result would be written to.
  private func refuseClash(_ option: String, _ path: Path) throws {
    guard let result else { return }
    guard result.isNumbered else {
      return try refuse(resultOption, result.template, option, path)
    }
    if isWritten(path, by: result) { throw clash(resultOption, result.template, option, path) }
  }

  private func refuse(_ option: String, _ path: Path, _ other: String, _ second: Path) throws {
    guard let place = OutputPlace(path), OutputPlace(second)?.clashes(with: place) == true else {
      return
    }
    throw clash(option, path, other, second)
  }

  private func clash(_ option: String, _ path: Path, _ other: String, _ second: Path) -> Failed {
    let isPart = [path, second].contains { $0.fileExtension == "part" }
    return Failed(
      .usage,
      "life run: \(option) '\(path)' and \(other) '\(second)' would be written to one file; give "
        + "each a name of its own" + (isPart ? " (NAME is .NAME.part until it is whole)" : ""))
  }

  /// Whether one of the samples would be written to a file.
  private func isWritten(_ path: Path, by result: Target) -> Bool {
    guard let place = OutputPlace(path) else { return false }
    // A name in the samples' folder, the name that a part is of, or a link that leads elsewhere.
    let folder = folder(of: result)
    let names = place.names.flatMap { [$0, $0.nameOfPart] }.map { folder.appended($0) }
    let links = samplesThere(of: result).filter { linkTarget($0) != nil }
    return (names + [path] + links).contains { name in
      isSample(name, of: result) && OutputPlace(name)?.clashes(with: place) == true
    }
  }

  /// The files that have the name of a sample already.
  private func samplesThere(of result: Target) -> some Sequence<Path> {
    let folder = folder(of: result)
    return entries(of: folder.bytes.isEmpty ? "." : folder).lazy.map { folder.appended($0) }
      .filter { isSample($0, of: result) }
  }

  /// The folder of the samples, with its slash.
  private func folder(of result: Target) -> Path {
    let file = result.template.fileName.bytes.count
    return Path(bytes: result.template.bytes.dropLast(file))
  }

  private func isSample(_ path: Path, of result: Target) -> Bool {
    result.mayBe(path, samples: schedule.samples, schedule.start...schedule.end)
  }
}

extension Path {
  /// The name in a folder, whose slash is there already.
  fileprivate func appended(_ name: Path) -> Path { Path(bytes: bytes + name.bytes) }

  /// `x.csv` for `.x.csv.part`.
  fileprivate var nameOfPart: Path {
    let ending = Array(".part".utf8)
    guard bytes.first == UInt8(ascii: "."), bytes.count > ending.count + 1,
      bytes.suffix(ending.count).elementsEqual(ending)
    else { return self }
    return Path(bytes: Array(bytes.dropFirst().dropLast(ending.count)))
  }
}
