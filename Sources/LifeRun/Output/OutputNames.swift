package import LifeIO

/// The output files of several inputs, each written for one input only and none of them an input.
package struct OutputNames {
  private let inputs: [FileIdentity: Path]
  private var owners: [Path: Path] = [:]

  package init(inputs: [Path]) {
    let files = inputs.compactMap { path in FileIdentity(path).map { ($0, path) } }
    self.inputs = Dictionary(files) { first, _ in first }
  }

  /// Records that `output` is written for `input`.
  ///
  /// - Throws: ``RunFailure`` if it is already written for another input, or is an input.
  package mutating func claim(_ output: Path, for input: Path) throws(RunFailure) {
    if let owner = owners.updateValue(input, forKey: output) {
      throw RunFailure(
        .usage,
        "'\(owner)' and '\(input)' would both be written to '\(output)'; use different names")
    }
    if let victim = FileIdentity(output).flatMap({ inputs[$0] }) {
      throw RunFailure(
        .usage,
        "the result of '\(input)' would replace the input '\(victim)'; use another name or folder")
    }
  }

  /// Checks that no output would replace another one or an input.
  package static func check(_ pairs: [(input: Path, output: Path)]) throws(RunFailure) {
    var names = OutputNames(inputs: pairs.map(\.input))
    for (input, output) in pairs { try names.claim(output, for: input) }
  }
}
