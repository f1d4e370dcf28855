import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// Two recorders that see the same samples.
struct PairRecorder: Recorder {
  var first: any Recorder
  /// What it writes, it writes when it is finished, and could write again.
  var second: any Recorder
  /// Whether what the first one has written is gone on with if it cannot be finished.
  let isKept: Bool

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    try first.record(stepper, isLast: isLast)
    try second.record(stepper, isLast: isLast)
  }

  mutating func finish() throws {
    // A film that has its name cannot be gone on with, so nothing may fail after that. Without a
    // checkpoint there is only this moment, and the film is worth more than its plot.
    if isKept { try second.finish() }
    try first.finish()
    if !isKept { try second.finish() }
  }

  mutating func save(to state: inout StateWriter) throws {
    try first.save(to: &state)
    try second.save(to: &state)
  }

  mutating func restore(from state: inout StateReader) throws {
    try first.restore(from: &state)
    try second.restore(from: &state)
  }
}

/// A recorder that sees no generation twice, though a run may end where it was last looked at.
struct DistinctRecorder: Recorder {
  var recorder: any Recorder
  private var last: BigInt?

  init(_ recorder: any Recorder) { self.recorder = recorder }

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    guard last != stepper.generation else { return }
    try recorder.record(stepper, isLast: isLast)
    last = stepper.generation
  }

  mutating func finish() throws { try recorder.finish() }

  mutating func save(to state: inout StateWriter) throws {
    state.write(last != nil)
    if let last { state.write(last) }
    try recorder.save(to: &state)
  }

  mutating func restore(from state: inout StateReader) throws {
    last = try state.readFlag() ? state.readBigInt() : nil
    try recorder.restore(from: &state)
  }
}

/// A recorder that sees the last sample only.
struct LastRecorder: Recorder {
  var recorder: any Recorder

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    if isLast { try recorder.record(stepper, isLast: true) }
  }

  mutating func finish() throws { try recorder.finish() }

  mutating func save(to state: inout StateWriter) throws { try recorder.save(to: &state) }

  mutating func restore(from state: inout StateReader) throws {
    try recorder.restore(from: &state)
  }
}
