import LifeIO

/// Checks before a run starts that each output can be created and that no output overwrites another
/// one, the checkpoint or the input.
struct OutputConflicts {
  private let result: OutputPlan?
  private let plot: Path?
  private let checkpoint: Path?
  private let isNew: Bool
  private let plotReplacement: Replacement
  /// The generations of the samples of the result.
  private let schedule: Schedule
  /// The file that the pattern was read from; nil if the run is resumed.
  private let input: Path?

  init(_ plan: RunPlan) {
    result = plan.outputs.first { if case .result = $0.content { true } else { false } }
    let plots = plan.outputs.first { if case .plot = $0.content { true } else { false } }
    plot = plots?.target.template
    checkpoint = plan.checkpoint?.file
    isNew = plan.isNew
    plotReplacement = plots?.target.replacement ?? .always
    schedule = result?.schedule ?? plan.schedule
    input = isNew && isRegularFile(plan.input.name) ? plan.input.name : nil
  }

  func check() throws {
    for (option, path) in [("--plot", plot), ("--checkpoint", checkpoint)] {
      if let path { try refuseClash(option, path: path) }
    }
    if let plot, let checkpoint {
      try OutputClash.refuse("--plot", path: plot, withOption: "--checkpoint", path: checkpoint)
    }
    if let input, let result, result.target.isNumbered, isWritten(input, by: result.target) {
      throw OutputClash.failure(result.option, path: result.target.template, replacing: input)
    }
    if let input, let plot { try OutputClash.refuse("--plot", path: plot, replacing: input) }
    if let plot { try checkOutput(plot, replacement: plotReplacement) }
    guard let target = result?.target, isNew || !target.isNumbered && !target.isKept else { return }
    let folder = folder(of: target)
    if isNew, result?.option == "--out-dir", FileIdentity(folder) == nil {
      // The run creates the folder.
      return try checkOutput(Path(bytes: folder.bytes.dropLast()), replacement: .always)
    }
    if target.isNumbered, target.replacement == .never,
      let sample = existingSamples(of: target).first(where: { _ in true })
    {
      return try checkOutput(sample, replacement: .never)
    }
    try checkOutput(
      target.path(index: 0, generation: schedule.first), replacement: target.replacement,
      for: target.keeper)
  }

  /// Refuses a file that the result would also be written to.
  private func refuseClash(_ option: String, path: Path) throws {
    guard let result else { return }
    guard result.target.isNumbered else {
      return try OutputClash.refuse(
        result.option, path: result.target.template, withOption: option, path: path)
    }
    if isWritten(path, by: result.target) {
      throw OutputClash.failure(
        result.option, path: result.target.template, withOption: option, path: path)
    }
  }

  /// Whether one of the samples would be written to a file.
  private func isWritten(_ path: Path, by result: OutputTarget) -> Bool {
    guard let place = OutputIdentity(path) else { return false }
    // A name in the folder of the samples, the final name of an unfinished file, or a symbolic link
    // to another folder.
    let folder = folder(of: result)
    let names = place.names.flatMap { [$0, $0.nameOfPart] }.map { folder.appended($0) }
    let links = existingSamples(of: result).filter { linkTarget($0) != nil }
    return (names + [path] + links).contains { name in
      isSample(name, of: result) && OutputIdentity(name)?.clashes(with: place) == true
    }
  }

  /// The existing files that have the name of a sample.
  private func existingSamples(of result: OutputTarget) -> some Sequence<Path> {
    let folder = folder(of: result)
    return entries(of: folder.bytes.isEmpty ? "." : folder).lazy.map { folder.appended($0) }
      .filter { isSample($0, of: result) }
  }

  /// The folder of the samples, with a trailing slash.
  private func folder(of result: OutputTarget) -> Path {
    let file = result.template.fileName.bytes.count
    return Path(bytes: result.template.bytes.dropLast(file))
  }

  private func isSample(_ path: Path, of result: OutputTarget) -> Bool {
    result.couldName(path, samples: schedule.samples, generations: schedule.start...schedule.end)
  }
}

extension Path {
  /// The name in a folder that ends in a slash.
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
