package import LifeCore
package import LifeEngines
package import LifeRender

/// The outcome of a run: its last generation, the reason for its end and its statistics.
package struct RunResult {
  /// The last generation.
  package let sample: Sample
  /// The last generation whose samples were written; `nil` if there are none.
  package let lastWritten: BigInt?
  /// Why the run stopped; nil if it reached its end.
  package let stopReason: StopReason?
  /// The engines in the order of their work.
  package let spans: [EngineSpan]
  /// Wall-clock seconds spent stepping.
  package let seconds: Double
  /// The written files, if they are complete.
  package let outputs: [WrittenOutput]
  /// Wall-clock seconds of the whole run, including drawing and writing.
  package let wholeSeconds: Double
  /// The SHA-256 of the cells, if the plan has a digest.
  package let digest: String?
  /// Whether a signal ended the writing of a sample.
  package let isCutShort: Bool
  /// Whether the last sample was not compared with the second engine.
  package let isUnverified: Bool
}
