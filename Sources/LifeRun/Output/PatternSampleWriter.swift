import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Writes snapshots in a pattern format.
struct PatternSampleWriter: SampleWriter {
  let format: Format
  var output: SampleOutput

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let pattern = try stepper.snapshot()
    try format.check(pattern)
    // The checkpoint restores a sample that a signal interrupts here, so the run need not wait.
    let isStoppable = output.target.durability != .ordinary && !output.target.isKept
    try output.write(pattern, as: format, isStoppable: isStoppable, control: control)
  }

  mutating func synchronize() throws -> OutputPosition? { try output.synchronize() }

  mutating func finish() throws { try output.finish() }
}
