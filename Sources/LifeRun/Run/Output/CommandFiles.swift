package import LifeCore
package import LifeIO

/// All files that a command reads and writes.
///
/// Before anything is written, refuses outputs that would replace an input or each other, also
/// through links or other spellings:
///
///     var files = CommandFiles(reading: inputs)
///     try files.addOutput(output, as: .output)
///     try files.addOutput(report, as: .report)
package struct CommandFiles {
  private var inputs: [FileIdentity: Path] = [:]
  private var outputs: [Output] = []
  /// The index of the output at each place.
  private var places: [OutputPlace: Int] = [:]

  private struct Output {
    let setting: Setting
    let target: OutputTarget
    /// The pattern of this result, if every pattern has an output of its own.
    let source: Path?

    var path: Path { target.template }
  }

  package init(reading inputs: [Path] = []) { for input in inputs { addInput(input) } }

  /// Whether at most one file is read.
  package var hasOneInput: Bool { inputs.count <= 1 }

  /// Adds an input. Inputs are added before the outputs.
  package mutating func addInput(_ input: Path) {
    if let file = FileIdentity(ofInput: input.fileAndIndex?.file ?? input) { inputs[file] = input }
  }

  package mutating func addOutput(
    _ path: Path, as setting: Setting, for source: Path? = nil, inPlaceOf replaced: [Path] = []
  ) throws(RunFailure) {
    try addOutput(
      OutputTarget(template: path, isLiteral: true), as: setting, for: source, inPlaceOf: replaced)
  }

  /// Adds an output.
  ///
  /// - Parameters:
  ///   - source: the pattern of this result, if every pattern has an output of its own.
  ///   - replaced: the inputs that the output may replace.
  /// - Throws: ``RunFailure`` of kind `usage`.
  package mutating func addOutput(
    _ target: OutputTarget, as setting: Setting, for source: Path? = nil,
    inPlaceOf replaced: [Path] = []
  ) throws(RunFailure) {
    let output = Output(setting: setting, target: target, source: source)
    if target.isNumbered {
      try check(numbered: output)
    } else {
      let inPlace = replaced.compactMap { FileIdentity(ofInput: $0) }
      for path in OutputPlace.paths(of: target.template) {
        if let file = FileIdentity(path), let input = inputs[file], !inPlace.contains(file) {
          throw Self.replaced(input, by: output)
        }
        let place = OutputPlace(path)
        if let other = places[place] { throw Self.clash(outputs[other], output) }
        places[place] = outputs.count
      }
      for other in outputs where other.target.isNumbered && isSample(target.template, of: other) {
        throw Self.clash(other, output)
      }
    }
    outputs.append(output)
  }

  /// Checks the outputs in a folder before any input is read: of each input or, if `areSplit` into
  /// patterns, of its first one. Split zip archives are left out: their patterns are not known yet.
  ///
  /// - Parameter target: makes the output for a stem, for example `gun` of `gun.rle`.
  /// - Throws: ``RunFailure`` of kind `usage`.
  package func check(
    resultsOf inputs: [Path], areSplit: Bool, target: (Path) -> OutputTarget
  ) throws(RunFailure) {
    var files = self
    for input in inputs where !areSplit || input.fileExtension != "zip" {
      let stem = input.resultStem(index: areSplit ? 1 : nil)
      try files.addOutput(target(stem), as: .outputFolder, for: input)
    }
  }
}

// MARK: - Numbered outputs

extension CommandFiles {
  private func check(numbered output: Output) throws(RunFailure) {
    for sample in existingSamples(of: output.target) {
      if let input = FileIdentity(sample).flatMap({ inputs[$0] }) {
        throw Self.replaced(input, by: output)
      }
    }
    for other in outputs where !other.target.isNumbered && isSample(other.path, of: output) {
      throw Self.clash(other, output)
    }
  }

  /// Whether a numbered output could write a sample to this file: under its own name, through a
  /// link, or while unfinished. For example, `x-1.csv` is first written to `.x-1.csv.part`.
  private func isSample(_ path: Path, of output: Output) -> Bool {
    let places = Set(OutputPlace.all(of: path))
    let names = places.flatMap { [$0.name, $0.name.nameOfPart] }
    let near = names.map { output.target.folder.appended($0) }
    let links = existingSamples(of: output.target).filter { linkTarget($0) != nil }
    return (near + [path] + links).contains { name in
      output.target.couldName(name) && !places.isDisjoint(with: OutputPlace.all(of: name))
    }
  }

  private static func replaced(_ input: Path, by output: Output) -> RunFailure {
    let name: Message =
      output.source.map { "the result of '\($0)'" }
      ?? "\(output.setting) '\(output.path)'"
    return RunFailure(
      .usage, "\(name) would replace the input '\(input)'; write to another name or folder")
  }

  /// - Parameter one: the earlier output.
  private static func clash(_ one: Output, _ other: Output) -> RunFailure {
    if let source = one.source, let otherSource = other.source {
      return RunFailure(
        .usage,
        "'\(source)' and '\(otherSource)' would both be written to '\(one.path)'; use different "
          + "names")
    }
    let isPart = [one, other].contains { ["part", "kept"].contains($0.path.fileExtension) }
    return RunFailure(
      .usage,
      "\(one.setting) '\(one.path)' and \(other.setting) '\(other.path)' would "
        + "write the same file; use different names"
        + (isPart ? " (an unfinished NAME is .NAME.part)" : ""))
  }
}

/// The existing files with names of samples.
func existingSamples(of target: OutputTarget) -> some Sequence<Path> {
  let folder = target.folder
  return entries(of: folder.bytes.isEmpty ? "." : folder).lazy.map { folder.appended($0) }
    .filter { target.couldName($0) }
}

extension OutputTarget {
  /// The folder of the samples, with a trailing slash.
  var folder: Path {
    Path(bytes: template.bytes.dropLast(template.fileName.bytes.count))
  }
}

extension Path {
  /// Appends a name to a folder with a trailing slash.
  fileprivate func appended(_ name: Path) -> Path { Path(bytes: bytes + name.bytes) }

  /// `x.csv` for `.x.csv.part`.
  fileprivate var nameOfPart: Path {
    guard bytes.first == UInt8(ascii: "."), ["part", "kept"].contains(fileExtension),
      bytes.count > ".part".utf8.count + 1
    else { return self }
    return Path(bytes: Array(bytes.dropFirst().dropLast(".part".utf8.count)))
  }
}
