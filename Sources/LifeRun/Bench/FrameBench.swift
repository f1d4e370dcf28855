import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
package import LifeRender

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures the frames per second of an animation to a pipe whose reader discards them, including
/// the simulation.
package struct FrameBench {
  package let kind: ImageFormat
  package let width: Int
  package let height: Int
  package let frameCount: Int

  package var name: String { "\(kind) \(width) × \(height)" }

  package static let all = [
    FrameBench(kind: .pbm, width: 1920, height: 1080, frameCount: 1500),
    FrameBench(kind: .y4m, width: 1920, height: 1080, frameCount: 800),
    FrameBench(kind: .ppm, width: 1920, height: 1080, frameCount: 300),
    FrameBench(kind: .gif, width: 256, height: 256, frameCount: 600),
  ]

  /// The best rate of several runs, of two threads and the reader.
  package func rate(_ selection: EngineSelection, within time: Duration) throws -> Double {
    try BestRate(time, threads: 2).measure(count: Double(frameCount + 1)) {
      try writeFrames(selection)
    }
  }

  private func writeFrames(_ selection: EngineSelection) throws {
    guard let drain = Drain() else { return }
    let pattern = try pattern()
    let schedule = Schedule(start: 0, end: BigInt(frameCount), every: 1)
    var options = ViewOptions()
    options.view = .window(
      AbsoluteWindow(
        corner: Position(x: BigInt(-(width / 2)), y: BigInt(-(height / 2))), width: width,
        height: height))
    options.zoom = .one
    let planner = ViewPlanner(
      still: options, kind: kind, rule: pattern.rule, universe: pattern.universe)
    let plan = FrameOutputPlan(
      target: OutputTarget(template: Path("/dev/fd/\(drain.input)")), planner: planner,
      frameCount: schedule.samples)
    var stepper = try selection.makeStepper(pattern, generations: schedule.end)
    let sampleWriter = FrameSampleWriter(plan)
    var next: BigInt? = schedule.first
    while let generation = next {
      try stepper.advance(by: generation - stepper.generation)
      try sampleWriter.write(stepper, isLast: generation == schedule.end, control: WritingControl())
      next = schedule.next(after: generation)
    }
    try sampleWriter.finish()
    drain.finish()
  }

  /// A soup on a torus, or a gun for GIF, which stores only the changed part of each frame.
  private func pattern() throws -> Pattern {
    guard kind == .gif else {
      var pattern = Pattern(
        cells: try Soup.benchmark(width).cells().clipped(
          to: Window(x: 0, y: 0, width: width, height: height)))
      pattern.universe = Universe(.torus, width: width, height: height)
      pattern.declaredSize = (width, height)
      return pattern
    }
    let file = EmbeddedCollection.file("gosper-gun.rle")
    let gun = try ByteReader(file?.bytes ?? [], name: "bench")
    var pattern = try Format.read(gun, as: .rle, options: ReadOptions()).pattern
    pattern.position = Position(x: -128, y: -128)
    return pattern
  }
}

/// A pipe whose bytes a thread reads and discards.
private struct Drain {
  /// The file descriptor of the end for writing.
  let input: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe pipe($0.baseAddress!) }) == 0 else {
      return nil
    }
    input = ends[1]
    let output = ends[0]
    let isRead = startThread {
      var block = [UInt8](repeating: 0, count: 1 << 20)
      while unsafe block.withUnsafeMutableBytes({
        unsafe read(output, $0.baseAddress, $0.count)
      }) > 0 {}
      close(output)
    }
    guard isRead else { return nil }
  }

  func finish() { close(input) }
}
