import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// A folder for the files of one test, removed with the test.
final class RunFolder {
  private let shell: Shell

  init() throws { shell = try Shell() }

  func path(_ name: String) -> Path { Path(shell.folder.path()).appending(Path(name)) }

  func write(_ text: String, to name: String) throws {
    let output = try openOutput(path(name))
    try output.write(text)
    try output.finish()
  }

  func makeFolder(_ name: String) throws { try LifeIO.makeFolder(path(name)) }
}

/// A glider as if it were read from a file.
func loadedGlider(generation: BigInt = 0) -> LoadedPattern {
  var glider = Art.pattern(".O.\n..O\nOOO")
  glider.generation = generation
  return LoadedPattern(name: "glider.rle", format: .rle, pattern: glider)
}

extension SimulationRequest {
  /// The pattern after the edit, made by the reference engine.
  func apply(to pattern: Pattern, limit: Int) throws -> Pattern {
    var stepper = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
    for change in try changes(of: stepper, pattern.rule, limit: limit) {
      _ = try stepper.set(change)
    }
    return try stepper.snapshot().packedForRule()
  }
}
