package import LifeCore

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
