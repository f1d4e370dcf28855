import LifeCore
import LifeEngines

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A line on the terminal that says how far a long run is; nothing if nobody would see it.
final class Progress {
  let isShown: Bool
  private let start: BigInt
  private let end: BigInt
  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var hasLine = false

  init(from start: BigInt, to end: BigInt, isQuiet: Bool) {
    self.start = start
    self.end = end
    isShown = !isQuiet && Console.ofProcess.isTerminal(.error)
    began = clock.now
    last = began
  }

  /// Shows the state of the run, at most a few times a second.
  func show(_ stepper: any Stepper, _ engine: Engine) {
    let now = clock.now
    guard isShown, now - last > .milliseconds(250) else { return }
    last = now
    hasLine = true
    Console.ofProcess.complain("\r\u{1b}[K" + line(stepper, engine))
  }

  /// How far the run is, how fast, and how long it may take.
  func line(_ stepper: any Stepper, _ engine: Engine) -> String {
    let done = (stepper.generation - start).double
    let whole = (end - start).double
    let elapsed = Self.seconds(clock.now - began)
    let left = elapsed * (whole - done) / max(done, 1)
    let time = left < 360_000 ? ", \(Self.clockTime(Int(left))) left" : ""
    let rate = min(done / elapsed, 1e15).threeDigits
    let percent = ((stepper.generation - start) * 100).quotientAndRemainder(
      dividingBy: max(end - start, 1)
    ).0
    return "generation \(stepper.generation) of \(end) "
      + "(\(percent) %), population \(stepper.population), "
      + "\(rate) a second, \(engine.rawValue)\(time)"
  }

  /// Takes the line away.
  func clear() {
    if hasLine { Console.ofProcess.complain("\r\u{1b}[K") }
    hasLine = false
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  private static func clockTime(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let pad = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return (hours > 0 ? "\(hours):\(pad(minutes))" : "\(minutes)") + ":\(pad(seconds % 60))"
  }
}
