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
        {"schema":"life.sample/1","generation":0,"population":36,\
        "bounds":{"x":0,"y":0,"width":36,"height":9}}
        {"schema":"life.sample/1","generation":7,"population":0,"bounds":null}
        {"schema":"life.sample/1","generation":18446744073709551616,\
        "population":1180591620717411303424,\
        "bounds":{"x":-36893488147419103232,"y":-1,"width":73786976294838206464,"height":3}}

        """)
  }

  @Test func `a table without samples has only a header`() throws {
    #expect(try Self.table(.csv, of: []) == "generation,population,x,y,width,height\n")
    #expect(try Self.table(.ndjson, of: []).isEmpty)
  }

  @Test func `columns are written in the requested order`() throws {
    var sample = Self.gun
    (sample.births, sample.deaths, sample.digest) = (3, 4, "ab")
    var options = TableOptions()
    options.columns = [.digest, .deaths, .bounds, .births, .generation]
    let sink = MemorySink()
    let output = ByteWriter(sink)
    for format in TableFormat.allCases {
      let writer = format.makeWriter(to: output, options)
      try writer.begin()
      try writer.append(sample)
      try writer.append(Self.empty)
    }
    try output.finish()
    #expect(
      String(decoding: sink.bytes, as: UTF8.self) == """
        digest,deaths,x,y,width,height,births,generation
        ab,4,0,0,36,9,3,0
        ,,,,,,,7
        {"schema":"life.sample/1","digest":"ab","deaths":4,\
        "bounds":{"x":0,"y":0,"width":36,"height":9},"births":3,"generation":0}
        {"schema":"life.sample/1","digest":null,"deaths":null,"bounds":null,"births":null,\
        "generation":7}

        """)
  }

  @Test func `integers beyond 2^53 become strings, and nothing else`() throws {
    let long = try #require(BigInt(decimal: "9007199254740993".utf8))
    let text = "18446744073709551616 \\ \" 9007199254740993"
    let members: [(key: String, value: JSONText)] = [
      (text, JSONText(text)), ("b", JSONText(array: [JSONText(long), JSONText(long - 1)])),
      ("c", JSONText(-long)), ("d", JSONText(1 - long)), ("e", JSONText(.powerOfTwo(64))),
      ("f", JSONText(1.5e300)), ("g", .null), ("h", JSONText(long)),
    ]
    let quoted = JSONText(text)
    #expect(
      JSONText(object: members).withLongIntegersAsStrings.description
        == "{\(quoted):\(quoted),\"b\":[\"\(long)\",\(long - 1)],\"c\":\"-\(long)\","
        + "\"d\":\(1 - long),\"e\":\"18446744073709551616\",\"f\":1.5e+300,\"g\":null,"
        + "\"h\":\"\(long)\"}")
  }

  @Test func `names, extensions and summaries of table formats`() {
    #expect(TableFormat.allCases.map(\.name) == ["csv", "ndjson"])
    #expect(TableFormat.allCases.map(\.extensions) == [["csv"], ["ndjson", "jsonl"]])
    for format in TableFormat.allCases { #expect(format.summary.count <= 72) }
  }
}
