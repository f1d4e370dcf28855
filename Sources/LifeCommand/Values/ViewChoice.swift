import LifeAnalysis
import LifeArguments
import LifeCore
import LifeRender
import LifeRun

extension ViewChoice: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    switch argument.text {
    case "fit": self = .fit
    case "core": self = .core
    case "auto": self = .auto
    default: self = .window(try Self.window(argument))
    }
  }

  private static func window(_ argument: Argument) throws(ValueError) -> Bounds {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw expected(at: 0..<argument.bytes.count) }
    let size = parts[2].split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard size.count == 2 else { throw expected(parts[2]) }
    return Bounds(
      x: try coordinate(parts[0]), y: try coordinate(parts[1]), width: try length(size[0]),
      height: try length(size[1]))
  }

  private static func coordinate(_ text: ArraySlice<UInt8>) throws(ValueError) -> BigInt {
    guard let value = BigInt(decimal: text) else { throw expected(text) }
    return value
  }

  /// The limit of width and height; larger views exceed every image format.
  private static let longest = BigInt(1 << 60)

  private static func length(_ text: ArraySlice<UInt8>) throws(ValueError) -> BigInt {
    guard let length = BigInt(decimal: text), length > 0 else { throw expected(text) }
    guard length <= longest else {
      throw ValueError(
        "expected a view of at most \(longest) cells in width and height",
        at: text.startIndex..<text.endIndex)
    }
    return length
  }

  private static func expected(_ text: ArraySlice<UInt8>) -> ValueError {
    expected(at: text.startIndex..<max(text.endIndex, text.startIndex + 1))
  }

  private static func expected(at range: Range<Int>) -> ValueError {
    ValueError(
      "expected a view such as -10,-10,40x20 (left, top, width x height), 'core', 'fit' "
        + "or 'auto'",
      at: range)
  }
}

extension Track: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    if argument.text == "auto" {
      self = .auto
      return
    }
    let halves = argument.text.split(separator: "/", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ",", omittingEmptySubsequences: false)
    guard halves.count == 2, parts.count == 2, let x = Self.number(parts[0]),
      let y = Self.number(parts[1]), let generations = Self.number(halves[1]), generations > 0
    else {
      throw ValueError(
        "expected a velocity such as 1,1/4 (one cell east and one south in 4 generations), or "
          + "'auto'")
    }
    self = .velocity(Velocity(Offset(x: x, y: y), period: generations))
  }

  private static func number(_ text: Substring) -> Int? {
    Int(text).flatMap { $0.isWithin(1 << 40) ? $0 : nil }
  }
}

extension PixelSize: ValueParsable {
  private static let longest = 1 << 15

  /// The names of the usual sizes of videos.
  private static let names = [
    "360p": PixelSize(width: 640, height: 360), "480p": PixelSize(width: 854, height: 480),
    "720p": PixelSize(width: 1280, height: 720), "1080p": PixelSize(width: 1920, height: 1080),
    "1440p": PixelSize(width: 2560, height: 1440), "4k": PixelSize(width: 3840, height: 2160),
    "8k": PixelSize(width: 7680, height: 4320),
  ]

  init(argument: Argument) throws(ValueError) {
    if let named = Self.names[argument.text.lowercased()] {
      self = named
      return
    }
    let sides = argument.text.split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy({ (1...Self.longest).contains($0) }) else {
      let near = argument.text + "p"
      throw ValueError(
        "expected a size in pixels such as 1280x720, 1080p or 4k, at most \(Self.longest) in width "
          + "and height", hint: didYouMean([Self.names[near] == nil ? nil : near]))
    }
    self.init(width: sides[0], height: sides[1])
  }
}

extension Zoom: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    if let cellsPerPixel = Self.cellsPerPixel(ofDecimal: argument.text) {
      self.init(pixelsPerCell: 1, cellsPerPixel: cellsPerPixel)
      return
    }
    let parts = argument.text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) ?? 0 }
    guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 > 0 && $0 <= 1 << 40 }),
      numbers.count == 1 || numbers[0] == 1
    else {
      throw ValueError(
        "expected a scale such as 8 (8 x 8 pixels per cell) or 1/16 (16 x 16 cells per pixel)")
    }
    self.init(
      pixelsPerCell: numbers[0], cellsPerPixel: numbers.count == 2 ? numbers[1] : 1)
  }

  /// The inverse of a decimal: 4 for 0.25; `nil` if it is not an integer.
  private static func cellsPerPixel(ofDecimal text: String) -> Int? {
    guard text.hasPrefix("0."), text.utf8.count < 12, let value = Double(text), value > 0 else {
      return nil
    }
    let inverse = (1 / value).rounded()
    return inverse * value == 1 && inverse > 1 ? Int(inverse) : nil
  }
}
