import LifeCore
import LifeIO
import LifeRender
import Testing

@Suite struct `Table writers` {
  static let gun = Sample(
    generation: 0, population: 36, bounds: Bounds(x: 0, y: 0, width: 36, height: 9))
  static let empty = Sample(generation: 7, population: 0, bounds: nil)
  static let huge = Sample(
    generation: .powerOfTwo(64), population: .powerOfTwo(70),
    bounds: Bounds(x: -.powerOfTwo(65), y: -1, width: .powerOfTwo(66), height: 3))

  static func table(_ format: TableFormat, of samples: [Sample]) throws -> String {
    let sink = MemorySink()
    let output = ByteWriter(sink)
    let writer = format.makeWriter(to: output)
    try writer.begin()
    for sample in samples { try writer.append(sample) }
    try output.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func `CSV has a header and a row per sample`() throws {
    #expect(
      try Self.table(.csv, of: [Self.gun, Self.empty, Self.huge]) == """
        generation,population,x,y,width,height
        0,36,0,0,36,9
        7,0,,,,
        18446744073709551616,1180591620717411303424,\
        -36893488147419103232,-1,73786976294838206464,3

        """)
  }

  @Test func `NDJSON has an object per sample`() throws {
    #expect(
      try Self.table(.ndjson, of: [Self.gun, Self.empty, Self.huge]) == """
        {"generation":0,"population":36,"bounds":{"x":0,"y":0,"width":36,"height":9}}
        {"generation":7,"population":0,"bounds":null}
        {"generation":18446744073709551616,"population":1180591620717411303424,\
        "bounds":{"x":-36893488147419103232,"y":-1,"width":73786976294838206464,"height":3}}

        """)
  }

  @Test func `a table without samples has only a header`() throws {
    #expect(try Self.table(.csv, of: []) == "generation,population,x,y,width,height\n")
    #expect(try Self.table(.ndjson, of: []).isEmpty)
  }

  @Test func `names, extensions and summaries of table formats`() {
    #expect(TableFormat.allCases.map(\.name) == ["csv", "ndjson"])
    #expect(TableFormat.allCases.map(\.extensions) == [["csv"], ["ndjson", "jsonl"]])
    for format in TableFormat.allCases { #expect(format.summary.count <= 72) }
  }
}
