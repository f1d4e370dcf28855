import Foundation
import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// Censuses of the patterns of a stream.
@Suite struct StreamCensusTests {
  private static let soups = CensusSearch(rule: .life, symmetry: .c1, root: "golden_")
  private static let stream = CensusSearch(rule: .life, symmetry: nil, root: "stream")

  private static func plan(_ range: Range<Int> = 0..<Int.max, threads: Int = 1) -> CensusPlan {
    var plan = CensusPlan(stream, soups: range)
    plan.threads = threads
    return plan
  }

  /// The soups of a root as a stream.
  private static func read(_ count: Int, _ take: (StreamPattern) throws -> Void) throws {
    for number in 0..<count {
      try take(StreamPattern(cells: soups.soup(number).cells, name: "soup \(number)"))
    }
  }

  private static func haul(of plan: CensusPlan, count: Int = 150) throws -> Haul {
    try CensusRun(plan).run(reading: { try read(count, $0) }).haul
  }

  @Test(arguments: [1, 3])
  func `the soups of a root have the same objects in a stream`(threads: Int) throws {
    let plan = CensusPlan(Self.soups, soups: 0..<150)
    let expected = try CensusRun(plan).run().haul
    let haul = try Self.haul(of: Self.plan(threads: threads))
    #expect(haul.table == expected.table && haul.soups == expected.soups)
    #expect(haul.symmetry == "stdin")
  }

  @Test func `parts of a stream add up, also after an interruption`() throws {
    let complete = try Self.haul(of: Self.plan())
    var sum = try Self.haul(of: Self.plan(0..<40))
    #expect(sum.soups.count == 40)
    try sum.add(Self.haul(of: Self.plan(40..<90)))
    // The stream ends before the part.
    try sum.add(Self.haul(of: Self.plan(90..<200)))
    #expect(sum.bytes == complete.bytes)
    var resumed = Self.plan()
    resumed.start = try Self.haul(of: Self.plan(0..<77))
    #expect(try Self.haul(of: resumed).bytes == complete.bytes)
  }

  @Test func `a census is not continued with another stream`() throws {
    var resumed = Self.plan()
    resumed.start = try Self.haul(of: Self.plan(0..<77))
    // Another order, and streams without one of the patterns.
    let streams: [(Int) -> Int] = [{ $0 ^ 1 }, { $0 + 1 }, { $0 < 40 ? $0 : $0 + 1 }]
    for stream in streams {
      #expect(throws: RunFailure.self) {
        try CensusRun(resumed).run(reading: { take in
          var patterns: [StreamPattern] = []
          try Self.read(100) { patterns.append($0) }
          for number in patterns.indices.dropLast(2) { try take(patterns[stream(number)]) }
        })
      }
    }
    #expect(throws: RunFailure.self) { try Self.haul(of: resumed, count: 60) }
  }

  @Test func `each pattern has a row with its own objects`() throws {
    var rows: [(pattern: StreamPattern, table: HaulTable)] = []
    _ = try CensusRun(Self.plan(5..<70)).run(
      reading: { try Self.read(100, $0) }, addRow: { rows.append(($0, $1)) })
    #expect(rows.map(\.pattern.number) == Array(5..<70))
    #expect(rows.map(\.pattern.name) == (5..<70).map { "soup \($0)" })
    for row in rows {
      let number = row.pattern.number
      let plan = CensusPlan(
        Self.soups, soups: number..<number + 1)
      #expect(try row.table == CensusRun(plan).run().haul.table)
    }
  }

  @Test func `a damaged pattern ends a stream and keeps the work before it`() throws {
    func damaged(after count: Int, from start: Haul? = nil) throws -> CensusResult {
      var plan = Self.plan()
      if let start { plan.start = start }
      return try CensusRun(plan).run(reading: {
        try Self.read(count, $0)
        throw RunFailure(.invalidData, "damaged")
      })
    }
    let result = try damaged(after: 70)
    #expect(result.damage?.message == "damaged" && result.stopReason == nil)
    #expect(try result.haul.bytes == Self.haul(of: Self.plan(), count: 70).bytes)
    #expect(throws: RunFailure.self) { try damaged(after: 0) }
    #expect(throws: RunFailure.self) { try damaged(after: 70, from: result.haul) }
  }

  @Test func `an empty stream has no objects`() throws {
    let haul = try Self.haul(of: Self.plan(), count: 0)
    #expect(haul.soups.count == 0 && haul.table.entries.isEmpty)
  }

  /// Cells too far apart for the board of small soups.
  @Test func `patterns of any size are counted`() throws {
    let block = [CellRun(y: 0, x: 0, length: 2), CellRun(y: 1, x: 0, length: 2)]
    for distance in [1, 200, 300, 100_000] {
      let far = block.map { CellRun(y: $0.y, x: $0.x + 2 + distance, length: 2) }
      let haul = try CensusRun(Self.plan()).run(reading: { take in
        try take(StreamPattern(cells: Cells(block + far), name: ""))
      }).haul
      #expect(haul.table.entries == ["xs4_33": .init(count: 2, samples: [0])])
    }
  }

  @Test func `the patterns of another rule are refused, and a stream is not run again`() throws {
    let text = Array("x = 3, y = 1, rule = B36/S23\n3o!".utf8)
    let (pattern, format) = try Format.read(ByteReader(text, name: "a.rle"), options: ReadOptions())
    let loaded = LoadedPattern(name: "a.rle", format: format, pattern: pattern)
    #expect(throws: RunFailure.self) { try StreamPattern(loaded, under: AnalysisRule(.life)) }
    let rule = AnalysisRule(loaded.pattern.rule)
    #expect(try StreamPattern(loaded, under: rule).cells.population == 3)
    let haul = try Self.haul(of: Self.plan())
    #expect(throws: RunFailure.self) { try CensusSearch(haul) }
  }
}
