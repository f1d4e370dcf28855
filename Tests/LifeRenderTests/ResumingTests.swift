import LifeCore
import LifeIO
import LifeRender
import Testing

/// Films that one process begins and another goes on with.
@Suite struct `A film that is gone on with` {
  static let looks: [Look] = [
    Look(), modified { $0.isAged = true }, modified { $0.trail = 4 },
  ]

  static func modified(_ change: (inout Look) -> Void) -> Look {
    var look = Look()
    change(&look)
    return look
  }

  @Test(arguments: FilmKind.allCases.filter { !$0.isEncoded }, looks.indices)
  func `is the same as in one go`(kind: FilmKind, look: Int) throws {
    let look = Self.looks[look]
    let scenes = (0..<(kind.isStill ? 1 : 7)).map { Scene(width: 70, height: 31, seed: $0) }
    let expected = try film(of: scenes, kind, scale: 2, look: look)
    for cut in 0...scenes.count {
      #expect(try Self.cutFilm(of: scenes, cutAt: cut, kind, look) == expected, "\(kind) at \(cut)")
    }
  }

  /// A film whose process ends after some pictures.
  private static func cutFilm(
    of scenes: [Scene], cutAt cut: Int, _ kind: FilmKind, _ look: Look
  ) throws -> [UInt8] {
    let shape = try FrameShape(width: 70, height: 31, scale: 2)
    let coloring = Coloring(look, states: 2, stateColors: StateColors.twoStates)
    var format = FilmFormat(shape, coloring.palette)
    format.pictures = scenes.count
    let sink = MemorySink()
    let output = ByteWriter(sink)
    var painter = Painter(coloring, look, crew: Crew(1))
    var writer = kind.makeWriter(to: output, format)
    let frame = try Frame(shape)
    try writer.begin()
    for index in 0...scenes.count {
      if index == cut {
        var state = StateWriter()
        painter.save(to: &state)
        writer.save(to: &state)
        painter = Painter(coloring, look, crew: Crew(1))
        writer = kind.makeWriter(to: output, format)
        var reader = StateReader(state.bytes)
        try painter.restore(from: &reader)
        try writer.restore(from: &reader)
        #expect(reader.isAtEnd)
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

  @Test func `a series of points is the same as in one go`() throws {
    let values = (0..<5000).map { [Double($0 * 7 % 1000), .nan, Double($0), 3, 4] }
    var whole = PlotSeries()
    for (index, value) in values.enumerated() { whole.add(generation: Double(index), value) }
    for cut in [0, 1, 2047, 2048, 2049, 4099, 5000] {
      var series = PlotSeries()
      for (index, value) in values.enumerated() {
        if index == cut { series = try Self.copied(series) }
        series.add(generation: Double(index), value)
      }
      // Text, because no NaN equals itself.
      #expect("\(try Self.copied(series))" == "\(whole)")
    }
  }

  private static func copied(_ series: PlotSeries) throws -> PlotSeries {
    var state = StateWriter()
    series.save(to: &state)
    var reader = StateReader(state.bytes)
    var result = PlotSeries()
    try result.restore(from: &reader)
    #expect(reader.isAtEnd)
    return result
  }

  /// Numbers of a painter's state, and of a plot's, that no film has.
  @Test(arguments: [(9, 3, 0, -1), (9, 3, -1, -1), (9, 3, 1, 0), (9, 3, 1, -9), (0, 3, 1, 1)])
  func `what no painter says is refused`(width: Int, height: Int, scale: Int, kind: Int) {
    var state = StateWriter()
    state.write(true)
    for number in [width, height, scale, kind] { state.write(number) }
    let look = Self.looks[1]
    let coloring = Coloring(look, states: 2, stateColors: StateColors.twoStates)
    var reader = StateReader(state.bytes + [UInt8](repeating: 0, count: 999))
    #expect(throws: StateDamaged.self) {
      try Painter(coloring, look, crew: Crew(1)).restore(from: &reader)
    }
  }

  @Test(arguments: [(-1, 0, 0.0, 0.0), (0, 1, 0, 0), (1, 1, .nan, 0), (1, 1, 0, -1)])
  func `what no plot says is refused`(
    samples: Int, points: Int, generation: Double, value: Double
  ) throws {
    func restore(_ samples: Int, _ points: Int, _ generation: Double, _ value: Double) throws {
      var state = StateWriter()
      for number in [1, samples, points] { state.write(number) }
      for _ in 0..<points {
        state.write(generation)
        for _ in 0..<10 { state.write(value) }
      }
      var reader = StateReader(state.bytes)
      var series = PlotSeries()
      try series.restore(from: &reader)
    }
    try restore(1, 1, 0, 0)
    #expect(throws: StateDamaged.self) { try restore(samples, points, generation, value) }
  }

  /// Kinds that keep the last picture, and how many numbers they write before it.
  @Test(arguments: [(FilmKind.apng, 2), (.gif, 1)], [-1, 0, 1])
  func `a picture of another size is refused`(known: (FilmKind, Int), surplus: Int) throws {
    let (kind, numbers) = known
    var state = StateWriter()
    for _ in 0..<numbers { state.write(1) }
    state.write([UInt8](repeating: 0, count: 27 + surplus))
    let look = Self.looks[0]
    let coloring = Coloring(look, states: 2, stateColors: StateColors.twoStates)
    let format = FilmFormat(try FrameShape(width: 9, height: 3), coloring.palette)
    var writer = kind.makeWriter(to: ByteWriter(MemorySink()), format)
    var reader = StateReader(state.bytes)
    if surplus == 0 {
      try writer.restore(from: &reader)
    } else {
      #expect(throws: StateDamaged.self) { try writer.restore(from: &reader) }
    }
  }

  @Test func `what is no number is refused`() throws {
    for text in ["", "-", "1x", String(repeating: "1", count: 100_001)] {
      var state = StateWriter()
      state.write(Array(text.utf8))
      var reader = StateReader(state.bytes)
      #expect(throws: StateDamaged.self) { _ = try reader.readBigInt() }
    }
  }

  @Test func `a series that cannot be is refused`() throws {
    let numbers = 12
    // Stride, samples, how many points, and then the first point's generation.
    for damage in [
      (0, 0), (0, 2), (1, -1), (1, 1 << 60), (1, 0), (2, 0), (2, 4000),
      (3, Int(bitPattern: UInt(Double.infinity.bitPattern))),
      (3, Int(bitPattern: UInt(Double.nan.bitPattern))),
    ] {
      var state = StateWriter()
      for place in 0..<3 { state.write(place == damage.0 ? damage.1 : 1) }
      for place in 3..<3 + numbers * 4000 { state.write(place == damage.0 ? damage.1 : 0) }
      var reader = StateReader(state.bytes)
      var series = PlotSeries()
      #expect(throws: StateDamaged.self, "\(damage)") { try series.restore(from: &reader) }
    }
  }

  @Test func `what is damaged is refused`() throws {
    var state = StateWriter()
    let look = Self.looks[1]
    let coloring = Coloring(look, states: 2, stateColors: StateColors.twoStates)
    let painter = Painter(coloring, look, crew: Crew(1))
    let shape = try FrameShape(width: 9, height: 3)
    let frame = try Frame(shape)
    Scene(width: 9, height: 3, seed: 1).fill(frame)
    _ = try painter.paint(frame)
    painter.save(to: &state)
    for length in 0..<state.bytes.count {
      var reader = StateReader(Array(state.bytes[..<length]))
      #expect(throws: StateDamaged.self, "\(length)") {
        try Painter(coloring, look, crew: Crew(1)).restore(from: &reader)
      }
    }
  }
}
