package import LifeCore
internal import LifeSystem

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
    case SIGHUP: "SIGHUP"
    case SIGINT: "SIGINT"
    case SIGTERM: "SIGTERM"
    case SIGUSR2: "SIGUSR2"
    case SIGXCPU: "SIGXCPU"
    default: "signal \(signal)"
    }
  }
}
