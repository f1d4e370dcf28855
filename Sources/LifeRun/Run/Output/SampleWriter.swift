package import LifeEngines
import LifeIO
package import LifeRender

/// Writes the samples of one output of a run.
protocol SampleWriter {
  /// Writes the stepper's current generation.
  ///
  /// - Parameters:
  ///   - isLast: whether this is the last generation of the run, also if it stopped early.
  ///   - control: checked while much is written.
  /// - Throws: also `Stopped`; the sample then counts as not written.
  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws
  /// Sees a generation that is not a sample.
  mutating func observe(_ stepper: any Stepper, control: WritingControl) throws
  /// Waits until the samples are on disk. Returns the position for continuing the unfinished file;
  /// `nil` if there is none.
  mutating func synchronize() throws -> OutputPosition?
  /// Completes the files and gives them their final names.
  mutating func finish() throws
  /// The frames of the finished files; nil if there are none.
  var frames: WrittenFrames? { get }
}

extension SampleWriter {
  // Only images depend on generations between samples.
  mutating func observe(_ stepper: any Stepper, control: WritingControl) throws {}

  package var frames: WrittenFrames? { nil }

  // A plot has nothing to synchronize before the run is complete.
  mutating func synchronize() throws -> OutputPosition? { nil }
}

extension Sample {
  /// The population and bounds of the stepper's current generation.
  package init(_ stepper: any Stepper) {
    self.init(
      generation: stepper.generation, population: stepper.population, bounds: stepper.bounds)
  }
}
