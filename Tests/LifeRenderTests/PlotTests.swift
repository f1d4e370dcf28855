import LifeIO
import LifeRender
import Testing

@Suite struct PlotTests {
  private func svg(_ series: PlotSeries) throws -> String {
    String(decoding: try bytes(series, .svg), as: UTF8.self)
  }

  private func bytes(_ series: PlotSeries, _ kind: Plot.Kind) throws -> [UInt8] {
    let sink = MemorySink()
    let output = ByteWriter(sink)
    try Plot(title: "a < b & c", series).write(kind, to: output)
    try output.finish()
    return sink.bytes
  }

  /// Where one generation more is the same number, or none at all.
  @Test(arguments: [
    [1e18], [1e18, 1e18], [1e30, 2e30], [-1e300, 1], [.infinity], [1, .infinity],
    [-.infinity, .infinity],
  ])
  func `generations may be as far out as numbers go`(generations: [Double]) throws {
    var series = PlotSeries()
    for generation in generations {
      series.add(generation: generation, [1e308, abs(generation), 0, 3, .infinity])
    }
    let text = try svg(series)
    #expect(text.hasSuffix("</svg>\n") && !text.contains("nan") && !text.contains("inf"))
    #expect(text.utf8.count < 20_000)
    #expect(try bytes(series, .png).starts(with: [0x89, 0x50, 0x4e, 0x47]))
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
