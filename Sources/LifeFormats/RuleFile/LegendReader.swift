// Format: https://golly.sourceforge.io/Help/formats.html#rule
internal import LifeCore
internal import LifeIO

/// Reads the colors of states (`1 255 0 0`, or two colors as the ends of a gradient) and their
/// names (`1 wire`). They don't change the rule, so invalid lines only cause warnings.
struct LegendReader {
  /// The colors as `0xrrggbb`.
  private var colors: [Int: UInt32] = [:]
  private var gradient: (from: UInt32, to: UInt32)?
  private var names: [Int: String] = [:]

  /// Reads the current line as a state and its color, or a gradient.
  mutating func readColor(_ lines: LineReader) {
    let words = RuleFileWords(lines.line)
    if !words.isEmpty { readColor(words, in: lines) }
  }

  /// Reads the current line as `color = 1 255 0 0` or `gradient = 255 0 0 255 255 0`.
  mutating func readAssignment(_ lines: LineReader) {
    let line = lines.line
    let words = RuleFileWords(line)
    if words.isEmpty { return }
    guard let value = line.indices.first(where: { line[$0] == UInt8(ascii: "=") }),
      ["color", "gradient"].contains(where: { words[0].starts(with: $0.utf8) })
    else { return lines.warn("expected 'color =' or 'gradient ='; the line is ignored") }
    readColor(RuleFileWords(line.extracting((value + 1)...)), in: lines)
  }

  private mutating func readColor(_ words: RuleFileWords, in lines: LineReader) {
    // Text may follow the numbers.
    var values: [Int] = []
    while values.count < min(6, words.count), let number = words.number(values.count) {
      values.append(number)
    }
    if values.count >= 6, let from = Self.color(values[0...2]), let to = Self.color(values[3...5]) {
      gradient = (from, to)
    } else if values.count >= 4, values[0] < 256, let color = Self.color(values[1...3]) {
      colors[values[0]] = color
    } else {
      lines.warn(
        "expected a state and its red, green and blue, each at most 255; the line is ignored")
    }
  }

  private static func color(_ values: ArraySlice<Int>) -> UInt32? {
    values.allSatisfy { $0 < 256 } ? values.reduce(0) { $0 << 8 | UInt32($1) } : nil
  }

  /// Reads the current line as a state and its name.
  mutating func readName(_ lines: LineReader) {
    let line = lines.line
    let words = RuleFileWords(line)
    if words.isEmpty { return }
    guard words.count > 1, let state = words.number(0), state < 256 else {
      return lines.warn("expected a state and its name; the line is ignored")
    }
    let text = words.bytes[words.ranges[1].lowerBound...]
    names[state] = TerminalText.printable(text)
  }

  /// The colors and names of the states from 0 to `states - 1`.
  func finish(states: Int) -> Legend {
    var legend = Legend()
    if let gradient {
      for state in 1..<states {
        legend.colors[State(state)] = Self.mix(gradient, state: state, states: states)
      }
    }
    for (state, color) in colors where state < states { legend.colors[State(state)] = color }
    for (state, name) in names where state < states { legend.names[State(state)] = name }
    return legend
  }

  /// The color of a state in a gradient from state 1 to the last one.
  private static func mix(
    _ gradient: (from: UInt32, to: UInt32), state: Int, states: Int
  ) -> UInt32 {
    let steps = max(states - 2, 1)
    return [16, 8, 0].reduce(0) { color, place in
      let from = Int(gradient.from >> place & 0xff)
      let to = Int(gradient.to >> place & 0xff)
      let whole = from * (steps - state + 1) + to * (state - 1)
      return color << 8 | UInt32((2 * whole + steps) / (2 * steps))
    }
  }
}
