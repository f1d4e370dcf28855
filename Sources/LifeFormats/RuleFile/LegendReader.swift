internal import LifeCore
internal import LifeIO

/// Reads how states look (`1 255 0 0`, or two colours as the ends of a ramp) and what they are
/// called (`1 wire`). Nothing of this changes what a rule does, so what cannot be read is only
/// warned about.
struct LegendReader {
  private var colours: [Int: Legend.Colour] = [:]
  private var ramp: (from: Legend.Colour, to: Legend.Colour)?
  private var names: [Int: String] = [:]

  /// Reads the current line.
  mutating func readColour(_ lines: LineReader) {
    let words = RuleFileWords(lines.line)
    if !words.isEmpty { readColour(words, lines) }
  }

  /// Reads the current line, which says whose colour follows: `color = 1 255 0 0`, or
  /// `gradient = 255 0 0 255 255 0`.
  mutating func readAssignment(_ lines: LineReader) {
    let line = lines.line
    let words = RuleFileWords(line)
    if words.isEmpty { return }
    guard let value = line.indices.first(where: { line[$0] == UInt8(ascii: "=") }),
      ["color", "gradient"].contains(where: { words[0].starts(with: $0.utf8) })
    else { return lines.warn("expected 'color =' or 'gradient ='; left out") }
    readColour(RuleFileWords(line.extracting((value + 1)...)), lines)
  }

  private mutating func readColour(_ words: RuleFileWords, _ lines: LineReader) {
    // Text may follow the numbers.
    var values: [Int] = []
    while values.count < min(6, words.count), let number = words.number(values.count) {
      values.append(number)
    }
    if values.count >= 6, let from = Self.colour(values[0...2]), let to = Self.colour(values[3...5])
    {
      ramp = (from, to)
    } else if values.count >= 4, values[0] < 256, let colour = Self.colour(values[1...3]) {
      colours[values[0]] = colour
    } else {
      lines.warn("expected a state and its red, green and blue, each at most 255; left out")
    }
  }

  private static func colour(_ values: ArraySlice<Int>) -> Legend.Colour? {
    guard values.allSatisfy({ $0 < 256 }) else { return nil }
    let bytes = values.map { UInt8($0) }
    return Legend.Colour(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// Reads the current line.
  mutating func readName(_ lines: LineReader) {
    let line = lines.line
    let words = RuleFileWords(line)
    if words.isEmpty { return }
    guard words.count > 1, let state = words.number(0), state < 256 else {
      return lines.warn("expected a state and its name; left out")
    }
    let text = words.bytes[words.ranges[1].lowerBound...]
    names[state] = String(decoding: text, as: UTF8.self)
  }

  func finish(states: Int) -> Legend {
    var legend = Legend()
    if let ramp {
      for state in 1..<states { legend.colours[State(state)] = Self.mix(ramp, state, states) }
    }
    for (state, colour) in colours where state < states { legend.colours[State(state)] = colour }
    for (state, name) in names where state < states { legend.names[State(state)] = name }
    return legend
  }

  /// The ramp runs from state 1 to the last one.
  private static func mix(
    _ ramp: (from: Legend.Colour, to: Legend.Colour), _ state: Int, _ states: Int
  ) -> Legend.Colour {
    let steps = max(states - 2, 1)
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      let whole = Int(from) * (steps - state + 1) + Int(to) * (state - 1)
      return UInt8((2 * whole + steps) / (2 * steps))
    }
    return Legend.Colour(
      red: mix(ramp.from.red, ramp.to.red), green: mix(ramp.from.green, ramp.to.green),
      blue: mix(ramp.from.blue, ramp.to.blue))
  }
}
