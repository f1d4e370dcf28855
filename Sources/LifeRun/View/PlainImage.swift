package import LifeCore
package import LifeEngines
import LifeIO
import LifeRender

/// A pattern as text, with one letter per cell and one line per row.
package struct PlainImage {
  package let text: String

  /// The maximum number of cells written as text.
  private static let maxCells = 1 << 24

  /// - Throws: ``RunFailure`` if there are too many cells for text.
  package init(_ stepper: any Stepper, rule: Rule, window: Bounds) throws {
    guard window.width * window.height <= BigInt(Self.maxCells) else {
      throw RunFailure(
        .usage,
        "\(Self.subject(window)) too large for text; show a part with \(.view) X,Y,WxH, or scale "
          + "down with \(.characters) braille")
    }
    let letters = Self.letters(rule.states)
    let width = window.columns
    let row = [UInt8](repeating: letters[0], count: width)
    var rows = [[UInt8]](repeating: row, count: window.rows)
    let planes = stepper.planes
    stepper.forEachRow(in: window) { y, x, words in
      for column in 0..<min(words.count / planes * 64, width - x) {
        let first = column / 64 * planes
        let state = (0..<planes).reduce(0) {
          $0 | Int(words[first + $1] >> UInt64(column % 64) & 1) << $1
        }
        rows[y][x + column] = letters[min(state, letters.count - 1)]
      }
    }
    text = rows.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  /// The beginning of the error, without a size if the window may be a part of a larger box.
  private static func subject(_ window: Bounds) -> String {
    if window.mayBeCut { return "the pattern is" }
    return "a pattern of \(window.width) × \(window.height) cells is"
  }

  /// The letters of RLE, limited to a single letter per state; states without one are `#`.
  private static func letters(_ states: Int) -> [UInt8] {
    if states == 2 { return Array(".O".utf8) }
    return Array(".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#".utf8)
  }
}
