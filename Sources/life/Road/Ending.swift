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
      "the \(exhausted.purpose) needs \(exhausted.bytes) bytes, more than there are"
    case .time: "the time of --max-time is up"
    case .samples: "these are the samples of --max-frames"
    case .signal(let number): "signal \(number) came"
    }
  }

  var exitCode: ExitCode {
    if case .signal(let number) = self { .interrupted(by: number) } else { .limit }
  }
}
