import LifeCore

/// What ended a run before its last generation.
enum Ending {
  case memory(MemoryExhausted)
  case time
  case samples
  case signal(Int32)

  var reason: String {
    switch self {
    case .memory(let exhausted):
      "\(exhausted.bytes) bytes are needed for the \(exhausted.purpose), more than there are"
    case .time: "the time is up (--max-time or LIFE_LIMITS)"
    case .samples: "these are the samples wanted (--max-frames or LIFE_LIMITS)"
    case .signal(let number): "signal \(number) came"
    }
  }

  var exitCode: ExitCode {
    if case .signal(let number) = self { .interrupted(by: number) } else { .limit }
  }
}
