@testable import LifeArguments
import LifeCore
import LifeRender
import LifeRun
import TestSupport
import Testing

@testable import LifeCommand

/// The values of options.
@Suite struct ValueTests {
  /// Parses a word as a value of the named type.
  private static func read(_ word: String, as kind: String) throws(ValueError) -> String {
    let argument = Argument(word)
    return switch kind {
    case "bytes": "\(try ByteCount(argument: argument).bytes)"
    case "count": "\(try Count(argument: argument).value)"
    case "time": "\(try TimeSpan(argument: argument).duration)"
    case "scale":
      try { zoom in "\(zoom.pixelsPerCell)/\(zoom.cellsPerPixel)" }(Zoom(argument: argument))
    case "view":
      switch try ViewChoice(argument: argument) {
      case .window(let view): "\(view.x) \(view.y) \(view.width) \(view.height)"
      case .fit: "fit"
      case .core: "core"
      case .auto: "auto"
      }
    case "track":
      switch try Track(argument: argument) {
      case .velocity(let velocity):
        "\(velocity.displacement.x) \(velocity.displacement.y) \(velocity.period)"
      case .auto: "auto"
      }
    case "color": "\(try Color(argument: argument))"
    case "background": try { "\($0.color) \($0.opacity)" }(Background(argument: argument))
    case "rate": try { "\($0.numerator)/\($0.denominator)" }(FrameRate(argument: argument))
    case "size": try { "\($0.width) \($0.height)" }(PixelSize(argument: argument))
    case "place": try { "\($0.x) \($0.y)" }(Position(argument: argument))
    case "limit": try { "\($0.limit.name) \($0.value)" }(LimitSetting(argument: argument))
    default: "\(try Int(argument: argument))"
    }
  }

  @Test func `a value of an option is read`() async throws {
    try await forEachCase(of: [
      ("bytes", "17", "17"), ("bytes", "3k", "3072"), ("bytes", "64M", "67108864"),
      ("bytes", "64MiB", "67108864"), ("bytes", "3kB", "3072"), ("bytes", "1gib", "1073741824"),
      ("bytes", "2G", "2147483648"), ("bytes", "999999999999999G", "9223372036854775807"),
      ("count", "0", "0"), ("count", "1_000", "1000"), ("count", "25e2", "2500"),
      ("count", "10k", "10000"), ("count", "2K", "2000"), ("count", "3M", "3000000"),
      ("count", "1G", "1000000000"), ("count", "1T", "1000000000000"),
      ("count", "1,000,000", "1000000"), ("count", "12,345k", "12345000"),
      ("count", "3E0", "3"), ("count", "2^70", "1180591620717411303424"), ("count", "7^0", "1"),
      ("time", "90", "90.0 seconds"), ("time", "1.5s", "1.5 seconds"),
      ("time", "10m", "600.0 seconds"), ("time", "500ms", "0.5 seconds"),
      ("time", "2h", "7200.0 seconds"), ("time", "1d", "86400.0 seconds"),
      ("time", "999999999d", "10000000000.0 seconds"),
      ("scale", "1", "1/1"), ("scale", "8", "8/1"), ("scale", "1/16", "1/16"),
      ("scale", "1/1099511627776", "1/1099511627776"), ("scale", "0.5", "1/2"),
      ("scale", "0.25", "1/4"), ("scale", "0.1", "1/10"), ("scale", "0.125", "1/8"),
      ("color", "black", "#000000"), ("color", "#ffcc00", "#ffcc00"),
      ("color", "0000ff", "#0000ff"),
      ("color", "#fc0", "#ffcc00"), ("color", "#f00", "#ff0000"), ("color", "#ffcc00ff", "#ffcc00"),
      ("background", "transparent", "#000000 0"), ("background", "#ff000080", "#ff0000 128"),
      ("background", "#f008", "#ff0000 136"), ("background", "black", "#000000 255"),
      ("background", "#00f", "#0000ff 255"), ("rate", "30", "30/1"), ("rate", "29.97", "2997/100"),
      ("rate", "30000/1001", "30000/1001"), ("rate", "0.125", "125/1000"),
      ("rate", "12.5/2", "125/20"),
      ("view", "-10,20,40x30", "-10 20 40 30"), ("view", "fit", "fit"), ("view", "core", "core"),
      ("size", "640x480", "640 480"), ("view", "auto", "auto"),
      ("view", "0,0,1x1152921504606846976", "0 0 1 1152921504606846976"),
      ("track", "1,-1/4", "1 -1 4"), ("track", "auto", "auto"), ("track", "0,0/1", "0 0 1"),
      ("track", "1099511627776,0/1", "1099511627776 0 1"),
      ("place", "-10,99999999999999999999", "-10 99999999999999999999"),
      ("limit", "cells=1G", "cells 1073741824"), ("limit", "states=8", "states 8"),
      ("limit", "levels=1e3", "levels 1000"), ("limit", "input=1e30", "input 9223372036854775807"),
      ("number", "-12", "-12"), ("number", "9223372036854775807", "9223372036854775807"),
    ]) { kind, word, value in
      let read = try Self.read(word, as: kind)
      #expect(read == value)
    }
  }

  @Test func `an invalid value of an option is refused with its place`() async throws {
    try await forEachCase(of: [
      ("bytes", "", nil), ("bytes", "M", nil), ("bytes", "1P", nil), ("bytes", "-1", nil),
      ("bytes", "3iB", nil), ("bytes", "3MiBs", nil),
      ("bytes", "1000000000000000", nil), ("count", "", 0..<1), ("count", "-5", 0..<1),
      ("count", "_5", 0..<1), ("count", "5x", 1..<2), ("count", "5e", 2..<3),
      ("count", "5^x", 2..<3),
      ("count", "5e2x", 3..<4), ("count", "2x10", 1..<2), ("count", "1e100001", 2..<8),
      ("time", "", nil), ("time", "m", nil), ("time", "1w", nil), ("time", "-1s", nil),
      ("time", "1.2.3", nil), ("scale", "0", nil), ("scale", "2/16", nil), ("scale", "1/2/3", nil),
      ("scale", "", nil), ("scale", "1/", nil), ("scale", "1099511627777", nil),
      ("scale", "0.3", nil), ("scale", "0.0", nil), ("scale", "0.", nil), ("scale", "1.5", nil),
      ("scale", "0.5/2", nil), ("color", "+fcc00", nil), ("color", "-00000", nil),
      ("color", "-00", nil), ("color", "#ffcc0080", nil), ("color", "transparent", nil),
      ("color", "#ffcc0g", nil), ("color", "##ffcc0", nil), ("color", "", nil), ("rate", "0", nil),
      ("rate", "30/0", nil), ("rate", "1.2345", nil), ("rate", "1..5", nil), ("rate", "1/2/3", nil),
      ("rate", "1/1000001", nil), ("rate", "1000000000", nil), ("rate", "", nil),
      ("rate", ".", nil), ("rate", "-5", nil),
      ("view", "0,0", 0..<3), ("view", "0,0,4", 4..<5), ("view", "x,0,4x4", 0..<1),
      ("view", "0,,4x4", 2..<3), ("view", "0,0,4x0", 6..<7), ("view", "0,0,10x20x30", 4..<12),
      ("view", "0,0,1152921504606846977x1", 4..<23), ("view", "0,0,99999999999999999999x1", 4..<24),
      ("track", "1,1", nil), ("track", "1,1/0", nil), ("track", "1/4", nil),
      ("track", "1,1/4/2", nil),
      ("track", "1099511627777,0/1", nil), ("place", "1", nil), ("place", "1,", nil),
      ("place", "1,2,3", nil), ("limit", "cell=1", 0..<4),
      ("limit", "cells", nil), ("limit", "cells=x", 0..<1), ("number", "", 0..<1),
      ("number", "-", 1..<2), ("number", "12a4", 2..<3), ("number", "9223372036854775808", nil),
    ]) { kind, word, range in
      do throws(ValueError) {
        Issue.record("\(try Self.read(word, as: kind))")
      } catch {
        #expect(error.range == range, "\(error)")
      }
    }
  }

  @Test(arguments: [(1, nil), (1024, nil), (-1, "-1"), (0, "0"), (1025, "1025")])
  func `an option refuses a number beyond its range`(number: Int, found: String?) {
    var message: String?
    let words = ["glider", "-n", "1", "--threads=\(number)"]
    do { _ = try RunCommand.parse(words.map { Argument($0) }) } catch { message = error.message }
    #expect(message == found.map { "--threads: expected a number from 1 to 1024, found '\($0)'" })
  }

  @Test func `a picture has the largest scale that fits`() async throws {
    try await forEachCase(of: 1...40) { cells in
      for pixels in 1...40 {
        let zoom = Zoom.fitting(cells, into: pixels)
        #expect(zoom.pixels(cells) <= pixels && zoom.cells(pixels) >= cells, "\(pixels)")
        if zoom.pixelsPerCell > 1 || zoom.cellsPerPixel == 1 {
          #expect((zoom.pixelsPerCell + 1) * cells > pixels)
        } else {
          #expect((cells - 1) / (zoom.cellsPerPixel - 1) + 1 > pixels)
        }
        let coarse = Zoom.fitting(cells, into: pixels, largest: 3)
        #expect(coarse.pixelsPerCell == min(zoom.pixelsPerCell, 3))
        let (smaller, scale) = (zoom.smaller, (zoom.pixelsPerCell, zoom.cellsPerPixel))
        #expect(scale.0 > 1 ? smaller.pixelsPerCell < scale.0 : smaller.cellsPerPixel > scale.1)
        #expect(smaller < zoom)
      }
    }
  }

  @Test func `a picture has a smallest scale`() {
    var zoom = Zoom.one
    for _ in 0..<500 { zoom = zoom.smaller }
    #expect(zoom.smaller == zoom && zoom.cells(1 << 16) > 1 << 60)
    #expect(Zoom.fitting(1 << 50, into: 80) > Zoom.fitting(1 << 60, into: 80, largest: 16))
    // The largest view fits into a terminal, and the cells of the image can be counted.
    let far = Zoom.fitting(1 << 60, into: 80)
    #expect(far.pixels(1 << 60) <= 80 && far.cells(80) >= 1 << 60)
    #expect(Zoom.fitting(.max, into: 80).cells(80) > 0)
  }

  @Test(arguments: [
    (5, -1, 8), (5, 1, 4), (4, 1, 2), (4, -2, 16), (1, 0, 1), (-3, 1, -4), (-3, -1, -2),
    (-4, -2, 1), (-2, -3, 4),
  ])
  func `steps of a scale end at powers of two`(start: Int, steps: Int, end: Int) {
    func zoom(_ scale: Int) -> Zoom {
      Zoom(pixelsPerCell: max(1, scale), cellsPerPixel: max(1, -scale))
    }
    #expect(zoom(start).moved(away: steps) == zoom(end))
  }

  @Test(arguments: [1, 3, 8, 32], [1, 5, 64])
  func `a pixel shows the cell that it is the pixel of`(pixels: Int, cells: Int) {
    let zoom = Zoom(pixelsPerCell: cells > 1 ? 1 : pixels, cellsPerPixel: cells)
    for pixel in -70...70 {
      let first = zoom.pixel(ofCell: zoom.cell(atPixel: pixel))
      #expect(first <= BigInt(pixel) && BigInt(pixel) < first + zoom.pixelsPerCell)
    }
  }
}

extension Zoom {
  /// The number of pixels of `cells` cells.
  fileprivate func pixels(_ cells: Int) -> Int { (cells * pixelsPerCell - 1) / cellsPerPixel + 1 }
}
