import LifeCore
import LifeIO
import LifeRender
import Testing

/// Saved and restored states of writers, painters and plots.
@Suite struct ResumingTests {
  static let appearances: [Appearance] = [
    Appearance(), modified { $0.isAged = true }, modified { $0.trail = 4 },
  ]

  static func modified(_ change: (inout Appearance) -> Void) -> Appearance {
    var appearance = Appearance()
    change(&appearance)
    return appearance
  }

  @Test(arguments: ImageFormat.allCases.filter { !$0.usesFFmpeg }, appearances.indices)
  func `a resumed writer writes the same bytes`(format: ImageFormat, appearance: Int) throws {
    let appearance = Self.appearances[appearance]
    let scenes = (0..<(format.isStill ? 1 : 7)).map { Scene(width: 70, height: 31, seed: $0) }
    let expected = try encoded(of: scenes, as: format, scale: 2, appearance: appearance)
    for cut in 0...scenes.count {
      #expect(
        try Self.resumed(of: scenes, cutAt: cut, as: format, appearance: appearance) == expected,
        "\(format) at \(cut)")
    }
  }

  /// The file of a run that is saved and restored after `cut` frames.
  private static func resumed(
    of scenes: [Scene], cutAt cut: Int, as format: ImageFormat, appearance: Appearance
  ) throws -> [UInt8] {
    let shape = try FrameShape(width: 70, height: 31, scale: 2)
    let coloring = Coloring(appearance, states: 2, stateColors: StateColors.twoStates)
    var properties = ImageProperties(shape, palette: coloring.palette)
    properties.frameCount = scenes.count
    let sink = MemorySink()
    let output = ByteWriter(sink)
    var painter = Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1))
    var writer = format.makeWriter(to: output, properties)
    let frame = try Frame(shape)
    try writer.begin()
    for index in 0...scenes.count {
      if index == cut {
        var state = StateExchange()
        try painter.exchange(with: &state)
        try writer.exchange(with: &state)
        painter = Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1))
        writer = format.makeWriter(to: output, properties)
        var reader = StateExchange(restoring: state.bytes)
        try painter.exchange(with: &reader)
        try writer.exchange(with: &reader)
        #expect(reader.bytes.isEmpty)
      }
      guard index < scenes.count else { break }
      frame.clear()
      scenes[index].fill(frame)
      try writer.append(painter.paint(frame))
    }
    try writer.finish()
    try output.finish()
    return sink.bytes
  }

  @Test func `a resumed plot series has the same points`() throws {
    let values = (0..<5000).map { [Double($0 * 7 % 1000), .nan, Double($0), 3, 4] }
    var whole = PlotSeries()
    for (index, value) in values.enumerated() { whole.add(generation: Double(index), value) }
    for cut in [0, 1, 2047, 2048, 2049, 4099, 5000] {
      var series = PlotSeries()
      for (index, value) in values.enumerated() {
        if index == cut { series = try Self.copied(series) }
        series.add(generation: Double(index), value)
      }
      // Compare descriptions, because NaN is not equal to itself.
      #expect("\(try Self.copied(series))" == "\(whole)")
    }
  }

  private static func copied(_ series: PlotSeries) throws -> PlotSeries {
    var state = StateExchange()
    var saved = series
    try saved.exchange(with: &state)
    var reader = StateExchange(restoring: state.bytes)
    var result = PlotSeries()
    try result.exchange(with: &reader)
    #expect(reader.bytes.isEmpty)
    return result
  }

  /// Invalid values in the state of a painter.
  @Test(arguments: [(9, 3, 0, -1), (9, 3, -1, -1), (9, 3, 1, 0), (9, 3, 1, -9), (0, 3, 1, 1)])
  func `an invalid painter state is rejected`(width: Int, height: Int, scale: Int, content: Int) {
    var state = StateExchange()
    state.write(true)
    for number in [width, height, scale, content] { state.write(number) }
    let appearance = Self.appearances[1]
    let coloring = Coloring(appearance, states: 2, stateColors: StateColors.twoStates)
    var reader = StateExchange(restoring: state.bytes + [UInt8](repeating: 0, count: 999))
    #expect(throws: InvalidSavedState.self) {
      try Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1)).exchange(
        with: &reader)
    }
  }

  @Test(arguments: [(-1, 0, 0.0, 0.0), (0, 1, 0, 0), (1, 1, .nan, 0), (1, 1, 0, -1)])
  func `an invalid plot point is rejected`(
    samples: Int, points: Int, generation: Double, value: Double
  ) throws {
    func restore(samples: Int, points: Int, generation: Double, value: Double) throws {
      var state = StateExchange()
      for number in [1, samples, points] { state.write(number) }
      for _ in 0..<points {
        state.write(Int(bitPattern: UInt(generation.bitPattern)))
        for _ in 0..<10 { state.write(Int(bitPattern: UInt(value.bitPattern))) }
      }
      var reader = StateExchange(restoring: state.bytes)
      var series = PlotSeries()
      try series.exchange(with: &reader)
    }
    try restore(samples: 1, points: 1, generation: 0, value: 0)
    #expect(throws: InvalidSavedState.self) {
      try restore(samples: samples, points: points, generation: generation, value: value)
    }
  }

  /// Formats that save the previous frame, and the number of integers before it.
  @Test(arguments: [(ImageFormat.apng, 2), (.gif, 1)], [-1, 0, 1])
  func `a saved image of another size is rejected`(known: (ImageFormat, Int), surplus: Int) throws {
    let (format, numbers) = known
    var state = StateExchange()
    for _ in 0..<numbers { state.write(1) }
    state.write([UInt8](repeating: 0, count: 27 + surplus))
    let appearance = Self.appearances[0]
    let coloring = Coloring(appearance, states: 2, stateColors: StateColors.twoStates)
    let properties = ImageProperties(try FrameShape(width: 9, height: 3), palette: coloring.palette)
    var writer = format.makeWriter(to: ByteWriter(MemorySink()), properties)
    var reader = StateExchange(restoring: state.bytes)
    if surplus == 0 {
      try writer.exchange(with: &reader)
    } else {
      #expect(throws: InvalidSavedState.self) { try writer.exchange(with: &reader) }
    }
  }

  /// Without transitions, saved palette indices would be drawn as they are.
  @Test func `ages are refused where cells have none`() throws {
    var state = StateExchange()
    state.write(true)
    for number in [9, 3, 1, -1] { state.write(number) }
    for _ in 0..<2 { state.write("0".utf8) }
    let coloring = Coloring(Self.appearances[0], states: 2, stateColors: StateColors.twoStates)
    var reader = StateExchange(restoring: state.bytes + [UInt8](repeating: 0xff, count: 999))
    #expect(throws: InvalidSavedState.self) {
      try Painter(coloring, appearance: Self.appearances[0], pool: WorkerPool(threads: 1))
        .exchange(with: &reader)
    }
  }

  @Test(arguments: [(1, 3, 2), (2, 3, 1), (2, 3, 3), (3, 3, 1), (1 << 62, 1, 1)])
  func `a plot with another number of points than its samples is rejected`(
    stride: Int, samples: Int, points: Int
  ) throws {
    var state = StateExchange()
    for number in [stride, samples, points] { state.write(number) }
    for _ in 0..<points * 11 { state.write(0) }
    var reader = StateExchange(restoring: state.bytes)
    var series = PlotSeries()
    #expect(throws: InvalidSavedState.self) { try series.exchange(with: &reader) }
  }

  @Test func `an invalid big integer is rejected`() throws {
    for text in ["", "-", "1x", String(repeating: "1", count: 100_001)] {
      var state = StateExchange()
      state.write(Array(text.utf8))
      var reader = StateExchange(restoring: state.bytes)
      #expect(throws: InvalidSavedState.self) {
        var number: BigInt = 0
        try reader.exchange(&number)
      }
    }
  }

  @Test func `invalid counts of a plot series are rejected`() throws {
    let numbers = 12
    // The index of a value (stride, samples, point count, generation of the first point), and an
    // invalid value for it.
    for damage in [
      (0, 0), (0, 2), (1, -1), (1, 1 << 60), (1, 0), (2, 0), (2, 4000),
      (3, Int(bitPattern: UInt(Double.infinity.bitPattern))),
      (3, Int(bitPattern: UInt(Double.nan.bitPattern))),
    ] {
      var state = StateExchange()
      for place in 0..<3 { state.write(place == damage.0 ? damage.1 : 1) }
      for place in 3..<3 + numbers * 4000 { state.write(place == damage.0 ? damage.1 : 0) }
      var reader = StateExchange(restoring: state.bytes)
      var series = PlotSeries()
      #expect(throws: InvalidSavedState.self, "\(damage)") { try series.exchange(with: &reader) }
    }
  }

  /// Before memory is made for it.
  @Test func `more ages than the state holds are refused`() throws {
    var state = StateExchange()
    state.write(true)
    for number in [1 << 15, 1 << 15, 1, -1] { state.write(number) }
    for _ in 0..<2 { state.write("0".utf8) }
    let appearance = Self.appearances[1]
    let coloring = Coloring(appearance, states: 2, stateColors: StateColors.twoStates)
    var reader = StateExchange(restoring: state.bytes + [UInt8](repeating: 0, count: 999))
    #expect(throws: InvalidSavedState.self) {
      try Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1)).exchange(
        with: &reader)
    }
  }

  @Test(arguments: [Int.min, .max, -9, 9, -8, 8])
  func `a view may move by any distance`(distance: Int) throws {
    let appearance = Self.appearances[1]
    let coloring = Coloring(appearance, states: 2, stateColors: StateColors.twoStates)
    for (x, y) in [(distance, 0), (0, distance)] {
      let painter = Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1))
      for corner in [Position.origin, Position(x: BigInt(x), y: BigInt(y))] {
        let frame = try Frame(try FrameShape(width: 9, height: 9))
        Scene(width: 9, height: 9, seed: 1).fill(frame)
        frame.corner = corner
        _ = try painter.paint(frame)
      }
    }
  }

  @Test(arguments: [-1, (1 << 32) + 1, .max])
  func `an impossible number of frames is refused`(count: Int) throws {
    let coloring = Coloring(Self.appearances[0], states: 2, stateColors: StateColors.twoStates)
    let properties = ImageProperties(try FrameShape(width: 9, height: 3), palette: coloring.palette)
    var state = StateExchange()
    state.write(count)
    state.write([] as [UInt8])
    var writer = ImageFormat.gif.makeWriter(to: ByteWriter(MemorySink()), properties)
    var reader = StateExchange(restoring: state.bytes)
    #expect(throws: InvalidSavedState.self) { try writer.exchange(with: &reader) }
  }

  @Test func `a truncated painter state is rejected`() throws {
    var state = StateExchange()
    let appearance = Self.appearances[1]
    let coloring = Coloring(appearance, states: 2, stateColors: StateColors.twoStates)
    let painter = Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1))
    let shape = try FrameShape(width: 9, height: 3)
    let frame = try Frame(shape)
    Scene(width: 9, height: 3, seed: 1).fill(frame)
    _ = try painter.paint(frame)
    try painter.exchange(with: &state)
    for length in 0..<state.bytes.count {
      var reader = StateExchange(restoring: state.bytes[..<length])
      #expect(throws: InvalidSavedState.self, "\(length)") {
        try Painter(coloring, appearance: appearance, pool: WorkerPool(threads: 1)).exchange(
          with: &reader)
      }
    }
  }
}
