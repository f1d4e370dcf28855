import Foundation

/// The pictures of a ``TerminalEmulator``. Sixels replace the content of the characters they cover;
/// kitty's images stay behind the characters.
public struct TerminalPictures {
  /// A decoded image: `0xrrggbb` row by row.
  public struct Pixels: Equatable {
    public var width: Int
    public var height: Int
    public var colors: [UInt32]

    public init(width: Int, height: Int, colors: [UInt32]) {
      self.width = width
      self.height = height
      self.colors = colors
    }
  }

  private struct Placed {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int
    var pixels: Pixels
  }

  /// The size of a character in pixels.
  public var cell = (width: 8, height: 16)
  /// Decodes kitty's files.
  public var decode: (([UInt8]) -> Pixels?)?
  /// The number of images received.
  public private(set) var received = 0
  public private(set) var mistakes: [String] = []
  /// Sixels by character: row, then column.
  private var drawn: [[Int]: [UInt32]] = [:]
  /// Kitty's images by their number.
  private var placed: [String: Placed] = [:]
  /// The chunks received so far of one of kitty's images.
  private var chunks: (keys: [String: String], text: String)?

  /// Removes the sixels at a character drawn over them.
  mutating func erase(x: Int, y: Int) { drawn[[y, x]] = nil }

  /// Removes all sixels when the screen is cleared; some terminals keep kitty's images.
  mutating func eraseAll() { drawn = [:] }

  /// The pixels visible at a character; `nil` if only the character is.
  func pixels(x: Int, y: Int, isBlank: Bool) -> [UInt32]? {
    if let own = drawn[[y, x]] { return own }
    guard isBlank else { return nil }
    let image = placed.values.first {
      (0..<$0.columns).contains(x - $0.column) && (0..<$0.rows).contains(y - $0.row)
    }
    return image.map { part(of: $0.pixels, column: x - $0.column, row: y - $0.row) }
  }

  private func part(of pixels: Pixels, column: Int, row: Int) -> [UInt32] {
    (0..<cell.height).flatMap { y in
      let start = (row * cell.height + y) * pixels.width + column * cell.width
      return pixels.colors[start..<start + cell.width]
    }
  }

  private mutating func draw(_ pixels: Pixels, x: Int, y: Int) {
    received += 1
    let columns = pixels.width / cell.width
    let rows = pixels.height / cell.height
    guard columns * cell.width == pixels.width, rows * cell.height == pixels.height else {
      return mistakes.append("\(pixels.width) × \(pixels.height) pixels")
    }
    for row in 0..<rows {
      for column in 0..<columns {
        drawn[[y + row, x + column]] = part(of: pixels, column: column, row: row)
      }
    }
  }

  // MARK: - Sequences

  /// Receives a string sequence with the cursor at a character. Returns `false` if it's unknown.
  mutating func receive(_ introducer: Unicode.Scalar, text: String, x: Int, y: Int) -> Bool {
    switch introducer {
    case "_" where text.hasPrefix("G"): receiveKitty(String(text.dropFirst()), x: x, y: y)
    case "P" where text.contains("q"): draw(Self.sixels(text), x: x, y: y)
    case "]": return text.hasPrefix("52;")
    default: return false
    }
    return true
  }

  private mutating func receiveKitty(_ text: String, x: Int, y: Int) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in parts[0].split(separator: ",") {
      let sides = pair.split(separator: "=")
      keys[String(sides[0])] = String(sides[1])
    }
    if keys["a"] == "q" { return }
    if keys["a"] == "d" { return placed = [:] }
    var chunk = chunks ?? (keys, "")
    chunk.text += parts.count > 1 ? parts[1] : ""
    chunks = keys["m"] == "1" ? chunk : nil
    guard chunks == nil else { return }
    let number = { (key: String) in Int(chunk.keys[key] ?? "") ?? 0 }
    guard let file = Data(base64Encoded: chunk.text), let pixels = decode?(Array(file)),
      pixels.width == number("c") * cell.width, pixels.height == number("r") * cell.height
    else { return mistakes.append("kitty \(chunk.keys)") }
    received += 1
    placed[chunk.keys["i"] ?? ""] = Placed(
      column: x, row: y, columns: number("c"), rows: number("r"), pixels: pixels)
  }

  /// The pixels of sixel data with the size in its raster attributes.
  public static func sixels(_ text: String) -> Pixels {
    let size = text.firstMatch(of: #/"1;1;(\d+);(\d+)/#)
    let width = Int(size?.1 ?? "") ?? 0
    let height = Int(size?.2 ?? "") ?? 0
    var colors = [UInt32](repeating: 0xff00_0000, count: width * height)
    var palette: [Int: UInt32] = [:]
    var color = 0
    var x = 0
    var y = 0
    let body = text.drop { $0 != "#" }
    for command in body.matches(of: #/#(\d+)(?:;2;(\d+);(\d+);(\d+))?|(?:!(\d+))?([?-~])|\$|-/#) {
      switch command.0.first {
      case "#":
        color = Int(command.1 ?? "") ?? 0
        guard let red = command.2, let green = command.3, let blue = command.4 else { continue }
        palette[color] = [red, green, blue].reduce(0) { $0 << 8 | UInt32($1)! * 255 / 100 }
      case "$": x = 0
      case "-": (x, y) = (0, y + 6)
      default:
        let bits = Int(command.6?.unicodeScalars.first?.value ?? 63) - 63
        for _ in 0..<(command.5.flatMap { Int($0) } ?? 1) {
          for row in 0..<6 where bits >> row & 1 == 1 && y + row < height && x < width {
            colors[(y + row) * width + x] = palette[color] ?? 0
          }
          x += 1
        }
      }
    }
    return Pixels(width: width, height: height, colors: colors)
  }
}
