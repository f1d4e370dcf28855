/// The colors of a plot.
enum PlotColor: UInt8, CaseIterable {
  case paper, ink, grid, blue, green, red, violet, orange, sky, brown, gray

  static let all: [Color] = allCases.map(\.color)

  /// The colors of the curves of several runs, in their order.
  static let curves: [PlotColor] = [.blue, .red, .green, .violet, .orange, .sky, .brown, .gray]

  var color: Color {
    switch self {
    case .paper: .white
    case .ink: Color(0x303840)
    case .grid: Color(0xdde1e6)
    case .blue: Color(0x0072b2)
    case .green: Color(0x009e73)
    case .red: Color(0xd55e00)
    case .violet: Color(0xa0509a)
    case .orange: Color(0xe69f00)
    case .sky: Color(0x56b4e9)
    case .brown: Color(0x7a4a21)
    case .gray: Color(0x7d8790)
    }
  }
}
