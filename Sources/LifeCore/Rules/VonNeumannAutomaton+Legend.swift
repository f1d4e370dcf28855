extension VonNeumannAutomaton {
  /// The names of the states, and their colors in Golly.
  var legend: Legend {
    var legend = Legend()
    for state in 0..<states {
      legend.names[State(state)] = Self.names[state]
      let code = Self.colors[state]
      legend.colors[State(state)] = Legend.Color(
        red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xff), blue: UInt8(code & 0xff))
    }
    return legend
  }

  private static let names: [String] = {
    let directions = ["east", "north", "west", "south"]
    let sensitised = ["", "0", "1", "00", "01", "10", "11", "000"].map { "sensitised S\($0)" }
    let lines = ["ordinary transmission", "special transmission"].flatMap { kind in
      ["", ", excited"].flatMap { mark in directions.map { "\(kind) \($0)\(mark)" } }
    }
    let confluent = ["00", "01", "10", "11"].map { "confluent C\($0)" }
    let crossings = ["east–west", "north–south", "both ways"].map { "crossing, signal \($0)" }
    return ["ground"] + sensitised + lines + confluent + crossings
  }()

  private static let colors: [UInt32] = [
    // Ground and sensitised.
    0x303030, 0xff0000, 0xff7d00, 0xff9619, 0xffaf32, 0xffc84b, 0xffe164, 0xfffa7d, 0xfbff00,
    // Transmission: ordinary, ordinary and excited, special, special and excited.
    0x5959ff, 0x6a6aff, 0x7a7aff, 0x8b8bff, 0x1bb01b, 0x24c824, 0x49ff49, 0x6aff6a,
    0xeb2424, 0xff3838, 0xff4949, 0xff5959, 0xb938ff, 0xbf49ff, 0xc559ff, 0xcb6aff,
    // Confluent and crossings.
    0x00ff80, 0xff8040, 0xffff80, 0x21d7d7, 0x1bb0b0, 0x189c9c, 0x158989,
  ]
}
