import LifeCore
import LifeEngines
import LifeIO
import LifeRender

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How many pictures a second reach a reader that throws them away, stepping included.
struct FilmBench {
  let kind: FilmKind
  let width: Int
  let height: Int
  let pictures: Int

  var name: String { "\(kind) \(width) × \(height)" }

  static let all = [
    FilmBench(kind: .pbm, width: 1920, height: 1080, pictures: 1500),
    FilmBench(kind: .y4m, width: 1920, height: 1080, pictures: 800),
    FilmBench(kind: .ppm, width: 1920, height: 1080, pictures: 300),
    FilmBench(kind: .gif, width: 256, height: 256, pictures: 600),
  ]

  /// The best rate of some runs.
  func rate(_ room: EngineRoom) throws -> Double {
    let clock = ContinuousClock()
    var best = 0.0
    for _ in 0..<3 {
      let time = try clock.measure { try film(room) }
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
      best = max(best, Double(pictures + 1) / seconds)
    }
    return best
  }

  private func film(_ room: EngineRoom) throws {
    guard let drain = Drain() else { return }
    let pattern = try pattern()
    let schedule = Schedule(start: 0, end: BigInt(pictures), every: 1)
    var options = FilmView()
    options.view = .window(
      AbsoluteWindow(
        corner: Position(x: BigInt(-(width / 2)), y: BigInt(-(height / 2))), width: width,
        height: height))
    options.zoom = .one
    let director = Director(
      options: options, kind: kind, isStill: false, rule: pattern.rule,
      universe: pattern.universe, start: 0, firstBounds: nil, allBounds: nil, velocity: nil)
    let order = FilmOrder(
      kind: kind, target: Target(template: Path("/dev/fd/\(drain.input)")), director: director,
      pictures: schedule.samples)
    var stepper = try room.start(pattern, generations: schedule.end)
    let recorder = FilmRecorder(order)
    var next: BigInt? = schedule.first
    while let generation = next {
      try stepper.advance(by: generation - stepper.generation)
      try recorder.record(stepper, isLast: generation == schedule.end)
      next = schedule.next(after: generation)
    }
    try recorder.finish()
    drain.finish()
  }

  /// A soup on a torus, or a gun for films that look for what changes.
  private func pattern() throws -> Pattern {
    guard kind == .gif else {
      var pattern = Pattern(
        cells: try Soup.cells(width).clipped(
          to: Window(x: 0, y: 0, width: width, height: height)))
      pattern.universe = Universe(.torus, width: width, height: height)
      pattern.declaredSize = (width, height)
      return pattern
    }
    let gun = [
      "........................O", "......................O.O",
      "............OO......OO............OO", "...........O...O....OO............OO",
      "OO........O.....O...OO", "OO........O...O.OO....O.O", "..........O.....O.......O",
      "...........O...O", "............OO",
    ]
    let builder = Cells.Builder()
    for (y, row) in gun.enumerated() {
      let word = row.enumerated().reduce(UInt64(0)) {
        $0 | ($1.element == "O" ? 1 << UInt64($1.offset) : 0)
      }
      try builder.append(y: y, x: 0, word: word)
    }
    var pattern = Pattern(cells: builder.finish())
    pattern.position = Position(x: -128, y: -128)
    return pattern
  }
}

/// A pipe whose bytes a thread reads and throws away.
private struct Drain {
  /// The end that is written.
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
