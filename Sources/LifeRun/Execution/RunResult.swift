package import LifeCore
package import LifeEngines
package import LifeRender

/// The outcome of a run: its last generation, the reason for its end and its statistics.
package struct RunResult {
  /// The last generation.
  package let sample: Sample
  /// The last generation up to which all samples were written; nil if there are none.
  package let lastWritten: BigInt?
  /// Why the run stopped; nil if it reached its end.
  package let stopReason: StopReason?
  /// The engines in the order of their work.
  package let spans: [EngineSpan]
  /// Wall-clock seconds spent stepping.
  package let seconds: Double
  /// The SHA-256 of the cells, if the plan has a digest.
  package let digest: String?
  /// Whether a signal ended the writing of a sample.
  package let isCutShort: Bool
  /// Whether the last sample was not compared with the second engine.
  package let isUnverified: Bool
}

/// Why a run ended before its last generation.
package enum StopReason {
  case memory(MemoryExhausted)
  case time
  case samples
  case signal(Int32)
}

extension StopReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .memory(let exhausted): "out of memory for the \(exhausted.purpose): \(exhausted.need)"
    case .time: "time limit reached"
    case .samples: "limit of frames reached"
    case .signal(let number): "interrupted (\(Self.name(of: number)))"
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case 1: "SIGHUP"
    case 2: "SIGINT"
    case 15: "SIGTERM"
    default: "signal \(signal)"
    }
  }
}
