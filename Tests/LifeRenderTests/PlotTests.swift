import LifeIO
import LifeRender
import Testing

@Suite struct PlotTests {
  private static let title = "a < b & c"

  private func svg(_ series: PlotSeries, title: String = Self.title) throws -> String {
    String(decoding: try bytes(of: series, as: .svg, title: title), as: UTF8.self)
  }

  private func bytes(
    of series: PlotSeries, as format: Plot.Format, title: String = Self.title,
    size: PixelSize? = nil
  ) throws -> [UInt8] {
    let plot = Plot(of: [Plot.Run(name: title, series)], title: title, size: size)
    return try ByteWriter.bytes { try plot.write(format, to: $0) }
  }

  @Test(arguments: [
    (1920, 1080, 30), (480, 400, 15), (2561, 1443, 37), (480, 4000, 15), (1080, 1080, 30),
    (1080, 1920, 30),
  ])
  func `a plot has the chosen size`(width: Int, height: Int, fontSize: Int) throws {
    var series = PlotSeries()
    for generation in 0..<10 { series.add(generation: Double(generation), [1, 2, 3, 4, 5]) }
    let size = PixelSize(width: width, height: height)
    let text = String(decoding: try bytes(of: series, as: .svg, size: size), as: UTF8.self)
    #expect(text.contains("width=\"\(width)\" height=\"\(height)\" viewBox="))
    #expect(text.contains("font-size=\"\(fontSize)\""))
    let png = try bytes(of: series, as: .png, size: size)
    // The header has both sides as numbers of four bytes.
    #expect(png[18..<20].elementsEqual([UInt8(width >> 8), UInt8(width & 255)]))
    #expect(png[22..<24].elementsEqual([UInt8(height >> 8), UInt8(height & 255)]))
  }

  @Test func `a long title makes the text of a plot smaller`() throws {
    let size = PixelSize(width: 1080, height: 1080)
    let title = String(repeating: "x", count: 50)
    let bytes = try bytes(of: PlotSeries(), as: .svg, title: title, size: size)
    #expect(String(decoding: bytes, as: UTF8.self).contains("font-size=\"22\""))
  }

  /// The rows of names leave less height for the five panels.
  @Test(arguments: [(2, 15), (8, 7)])
  func `long names of many runs make the text of a plot smaller`(runs: Int, font: Int) throws {
    var series = PlotSeries()
    series.add(generation: 1, [1, 2, 3, 4, 5])
    series.add(generation: 2, [1, 2, 3, 4, 5])
    let run = Plot.Run(name: String(repeating: "x", count: 50), series)
    let plot = Plot(
      of: Array(repeating: run, count: runs), title: nil, size: PixelSize(width: 960, height: 720))
    let bytes = try ByteWriter.bytes { try plot.write(.svg, to: $0) }
    #expect(String(decoding: bytes, as: UTF8.self).contains("font-size=\"\(font)\""))
  }

  @Test func `a plot is not too small for its panels`() throws {
    let size = PixelSize(width: 20, height: 9)
    let text = String(decoding: try bytes(of: PlotSeries(), as: .svg, size: size), as: UTF8.self)
    #expect(text.contains("width=\"480\" height=\"400\""))
  }

  /// Infinite generations, and generations beyond 2^53, where adding 1 has no effect.
  @Test(arguments: [
    [1e18], [1e18, 1e18], [1e30, 2e30], [-1e300, 1], [.infinity], [1, .infinity],
    [-.infinity, .infinity],
  ])
  func `plots of huge and infinite generations are finite`(generations: [Double]) throws {
    var series = PlotSeries()
    for generation in generations {
      series.add(generation: generation, [1e308, abs(generation), 0, 3, .infinity])
    }
    let text = try svg(series)
    #expect(text.hasSuffix("</svg>\n") && !text.contains("nan") && !text.contains("inf"))
    #expect(text.utf8.count < 20_000)
    #expect(try bytes(of: series, as: .png).starts(with: [0x89, 0x50, 0x4e, 0x47]))
  }

  @Test func `a plot omits panels without values`() throws {
    var series = PlotSeries()
    for generation in 0..<10 {
      series.add(generation: Double(generation), [Double(generation), .nan, .nan, 3, 4])
    }
    let text = try svg(series)
    #expect(text.contains(">population<") && text.contains(">width<"))
    #expect(!text.contains(">births<"))
    #expect(text.contains("a &lt; b &amp; c"))
  }

  @Test func `a title is text, whatever it holds`() throws {
    var series = PlotSeries()
    series.add(generation: 0, [1, 1, 1, 1, 1])
    let text = try svg(series, title: "]]><b>\u{1}\u{FFFF}")
    #expect(text.contains("]]&gt;&lt;b&gt;?\u{FFFD}<"))
  }

  @Test func `the plot of a long run has bounded size and keeps peaks`() throws {
    var series = PlotSeries()
    for generation in 0..<200_000 {
      let peak = generation == 123_457 ? 1e6 : 5
      series.add(generation: Double(generation), [peak, 1, 1, 1, 1])
    }
    let text = try svg(series)
    #expect(text.utf8.count < 400_000)
    #expect(text.contains(">1M<"), "the peak is on the axis")
  }

  @Test(arguments: [0.0, 1])
  func `a panel with a wide range is logarithmic unless a value is 0`(least: Double) throws {
    var series = PlotSeries()
    for (generation, population) in [1, 1, 1, 1000, least].enumerated() {
      series.add(generation: Double(generation), [population, .nan, .nan, 1, 1])
    }
    let text = try svg(series)
    #expect(text.contains("(logarithmic)") == (least > 0))
    // On the linear axis, the first value is a little above the bottom, at 244.
    #expect(text.contains("90,243.8 ") == (least == 0))
  }

  @Test func `an empty series has a plot`() throws {
    #expect(try svg(PlotSeries()).hasSuffix("</svg>\n"))
  }

  @Test func `infinite values are clamped`() throws {
    var series = PlotSeries()
    for generation in [0, 1, .infinity] {
      series.add(generation: generation, [.greatestFiniteMagnitude, .nan, .nan, .infinity, 1])
    }
    let text = try svg(series)
    #expect(text.contains(">1e300<"))
    #expect(!text.contains("inf") && !text.contains("nan"))
  }
}
