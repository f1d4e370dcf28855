import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// Measures how many patterns are read, identified and reported in a second of one core.
struct IdentifyBench {
  let name: String
  /// The patterns, in a format that holds several.
  private let text: String
  private let count: Int
  /// Whether only codes are made, as `life apgcode` does.
  private var isOfCodes = false

  /// Common objects of the ash of soups, one code per line.
  private static let ash = [
    "xs4_33", "xp2_7", "xs6_696", "xq4_153", "xs7_2596", "xs5_253", "xs6_356", "xs4_252",
    "xs8_6996", "xs7_25ac", "xp2_7e", "xs8_69ic", "xs6_39c",
    "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401",
  ]
  static let gosperGun = """
    x = 36, y = 9, rule = B3/S23
    24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b
    obo$10bo5bo7bo$11bo3bo$12b2o!

    """

  static let all = [
    IdentifyBench(name: "glider", text: "xq4_153\n", count: 1),
    IdentifyBench(name: "pulsar", text: "\(ash[13])\n", count: 1),
    IdentifyBench(name: "pentadecathlon", text: "xp15_4r4z4r4\n", count: 1),
    IdentifyBench(name: "Gosper gun", text: gosperGun, count: 1),
    IdentifyBench(name: "10000 objects of ash", text: objects, count: 10_000),
    IdentifyBench(
      name: "apgcodes of 10000 objects", text: objects, count: 10_000, isOfCodes: true),
  ]

  private static let objects = (0..<10_000).map { ash[$0 % ash.count] + "\n" }.joined()

  /// The best rate of several runs, in patterns per second of CPU time.
  func rate(within time: Duration) throws -> Double {
    let runs = max(1, 100 / count)
    return try BestRate(time).measure(count: Double(count * runs)) {
      for _ in 0..<runs { try identify() }
    }
  }

  private func identify() throws {
    let identifier = PatternIdentifier(AnalysisLimits())
    let input = try ByteReader(Array(text.utf8), name: "bench")
    var bytes = 0
    try Format.readEach(input, options: ReadOptions()) { pattern, format in
      guard !isOfCodes else {
        bytes += "\(try identifier.code(of: pattern, titled: "bench"))\n".utf8.count
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
