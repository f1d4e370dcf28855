import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// Measures how many patterns are read, identified and reported in a second of one core.
struct IdentifyBench {
  let name: String
  /// The patterns, in a format that holds several.
  private let text: [UInt8]
  private let count: Int
  /// Whether only codes are made, as `life apgcode` does.
  private var isOfCodes = false

  /// Common objects of the ash of soups, one code per line.
  private static let ash = [
    "xs4_33", "xp2_7", "xs6_696", "xq4_153", "xs7_2596", "xs5_253", "xs6_356", "xs4_252",
    "xs8_6996", "xs7_25ac", "xp2_7e", "xs8_69ic", "xs6_39c",
    "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401",
  ]
  static let all = [
    IdentifyBench(name: "glider", text: Array("xq4_153\n".utf8), count: 1),
    IdentifyBench(name: "pulsar", text: Array("\(ash[13])\n".utf8), count: 1),
    IdentifyBench(name: "pentadecathlon", text: Array("xp15_4r4z4r4\n".utf8), count: 1),
    IdentifyBench(
      name: "Gosper gun", text: EmbeddedCollection.file("gosper-gun.rle")?.bytes ?? [], count: 1),
    IdentifyBench(name: "10000 objects of ash", text: objects, count: 10_000),
    IdentifyBench(
      name: "apgcodes of 10000 objects", text: objects, count: 10_000, isOfCodes: true),
  ]

  private static let objects = (0..<10_000).flatMap { Array("\(ash[$0 % ash.count])\n".utf8) }

  /// The best rate of several runs, in patterns per second of CPU time.
  func rate(within time: Duration) throws -> Double {
    let runs = max(1, 100 / count)
    return try BestRate(time).measure(count: Double(count * runs)) {
      for _ in 0..<runs { try identify() }
    }
  }

  private func identify() throws {
    let identifier = PatternIdentifier(AnalysisLimits())
    let input = try ByteReader(text, name: "bench")
    var bytes = 0
    try Format.readEach(input, options: ReadOptions()) { pattern, format in
      guard !isOfCodes else {
        bytes += "\(try identifier.code(of: pattern, titled: "bench").code)\n".utf8.count
        return
      }
      let loaded = LoadedPattern(name: "bench", format: format, pattern: pattern)
      let result = try identifier.identify(pattern, titled: loaded.title)
      let report = IdentificationReport(
        loaded, result: result, name: identifier.name(result.namedCode, rule: pattern.rule))
      bytes += IdentificationReport.table.row(report, as: .ndjson).utf8.count
    }
    precondition(bytes > 0)
  }
}
