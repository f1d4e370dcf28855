import LifeIO
import LifeRender
import Testing

@Suite struct PlotTests {
  private func svg(_ series: PlotSeries) throws -> String {
    let sink = MemorySink()
    let output = ByteWriter(sink)
    try Plot(title: "a < b & c", series).write(.svg, to: output)
    try output.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func `a plot has a panel for what there is`() throws {
    var series = PlotSeries()
    for generation in 0..<10 {
      series.add(generation: Double(generation), [Double(generation), .nan, .nan, 3, 4])
    }
    let text = try svg(series)
    #expect(text.contains(">population<") && text.contains(">width<"))
    #expect(!text.contains(">births<"))
    #expect(text.contains("a &lt; b &amp; c"))
  }

  @Test func `a long run is no larger than a short one, and nothing is lost`() throws {
    var series = PlotSeries()
    for generation in 0..<200_000 {
      let peak = generation == 123_457 ? 1e6 : 5
      series.add(generation: Double(generation), [peak, 1, 1, 1, 1])
    }
    let text = try svg(series)
    #expect(text.utf8.count < 400_000)
    #expect(text.contains(">1M<"), "the peak is on the axis")
  }

  @Test func `an empty run has a plot`() throws {
    #expect(try svg(PlotSeries()).hasSuffix("</svg>\n"))
  }

  @Test func `what no number is large enough for is drawn at the edge`() throws {
    var series = PlotSeries()
    for generation in [0, 1, .infinity] {
      series.add(generation: generation, [.greatestFiniteMagnitude, .nan, .nan, .infinity, 1])
    }
    let text = try svg(series)
    #expect(text.contains(">1e300<"))
    #expect(!text.contains("inf") && !text.contains("nan"))
  }
}
