import LifeCore
import LifeKernels
import TestSupport
import Testing

@testable import LifeEngines

@Suite struct `Rules that count far` {
  static let rulestrings = [
    "R1,C0,S2-3,B3", "R2,C0,S6-12,B7-12,NM", "R3,C0,S6-12,B7-12,NN", "R3,C0,S9-18,B10-18,NC",
    "R2,C0,S3-6,B4-6,N2", "R3,C0,S3-6,B4-6,N+", "R3,C0,S3-6,B4-6,NX", "R2,C0,S4-8,B5-8,N*",
    "R3,C0,S6-12,B7-12,N#", "R3,C0,S6-12,B7-12,NB", "R1,C0,S1-2,B2,ND", "R4,C0,S12-23,B15-23,ND",
    "R2,C0,S1-3,B2-3,NH", "R3,C0,S4-9,B5-9,NA", "R2,C0,S1-3,B2-3,N3", "R1,C0,S2-6,B3-4,NL",
    "R3,C0,S20-36,B22-33,NL", "R3,C0,S51-128,B64-85,NG", "R5,C0,S400-700,B450-650,NG",
    "R5,C0,M1,S34..58,B34..45,NM", "R2,C0,M0,S5..9,B6..8,NM", "R1,C0,M1,S1..1,B1..1,NN",
    "R3,C2,S0,7-12,27,B8,12,20-27,N2", "R2,C0,S2-4,B3,N@891891", "R2,C0,S2-4,B3,N@91A1B3L",
    "R1,C0,S2-3,B3,NW121202121", "R1,C4,S3-8,B4-7,NW121202121,0123",
    "R1,C4,S3-8,B4-7,NW1212021A9L,1032", "R1,C0,S200-300,B90-400,NW01027f0200ff020102",
    "R7,C0,M1,S113..225,B113..225,NM", "R9,C0,S100-220,B120-230", "R1,C0,S2-3,B0,3",
    "R2,C0,S3-9,24,B0,6-9", "R2,C0,S2-6,B0,5,NC", "R2,C4,S5-9,B6-8,NC", "R2,C255,S5-9,B6-8",
    "R3,C256,S5-9,B6-8", "R12,C0,S100-160,B90-140,NN", "R20,C9,S300-700,B350-690,NC",
    "R33,C3,S1000-2100,B1200-2000",
  ]

  static func rule(_ text: String) throws -> LargerThanLife {
    try LargerThanLife(parsing: Array(text.utf8))
  }

  @Test(arguments: CPULevel.supported, rulestrings)
  func `are stepped as they are written`(level: CPULevel, text: String) throws {
    let rule = try Self.rule(text)
    let plan = SumPlan(rule)
    let r = rule.range
    let universes = [
      (2 * r, 2 * r, true), (2 * r + 1, 2 * r + 3, true), (64, 2 * r + 2, true),
      (2 * r + 130, 2 * r, true), (1, 3, false), (63, 9, false), (130, 2 * r + 4, false),
    ]
    for (seed, universe) in universes.enumerated() {
      var grid = CountingGrid(width: universe.0, height: universe.1, isTorus: universe.2)
      grid.fill(seed, states: rule.states)
      var options = EngineOptions()
      options.cpu = level
      let bands = try SumBands(
        plan, width: grid.width, height: grid.height, isTorus: universe.2, oddCorner: false,
        options: options)
      bands.load(grid)
      for generation in 0..<4 {
        grid.step(rule, atOdd: generation % 2 == 1)
        bands.step(atOdd: generation % 2 == 1)
        #expect(bands.grid(like: grid) == grid, "\(text) \(universe) +\(generation + 1)")
      }
    }
  }
}

extension SumBands {
  func load(_ grid: CountingGrid) {
    for y in 0..<height {
      var words = [UInt64](repeating: 0, count: groups * planes)
      for x in 0..<width {
        for plane in 0..<planes where grid[x, y] >> UInt8(plane) & 1 == 1 {
          words[x / 64 * planes + plane] |= 1 << UInt64(x % 64)
        }
      }
      setRow(y, to: words.span)
    }
    measure()
  }

  func grid(like other: CountingGrid) -> CountingGrid {
    var grid = other
    for y in 0..<height {
      let words = row(y)
      for x in 0..<width {
        grid[x, y] = (0..<planes).reduce(0) {
          $0 | UInt8(words[x / 64 * planes + $1] >> UInt64(x % 64) & 1) << UInt8($1)
        }
      }
    }
    return grid
  }
}
