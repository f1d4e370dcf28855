import LifeCore
import LifeIO
import LifeRender
import Testing

@Suite struct TableTests {
  static let gun = Sample(
    generation: 0, population: 36, bounds: Bounds(x: 0, y: 0, width: 36, height: 9))
  static let empty = Sample(generation: 7, population: 0, bounds: nil)
  static let huge = Sample(
    generation: .powerOfTwo(64), population: .powerOfTwo(70),
    bounds: Bounds(x: -.powerOfTwo(65), y: -1, width: .powerOfTwo(66), height: 3))

  static func table(
    _ format: TableFormat, of samples: [Sample], _ options: TableOptions = TableOptions()
  ) -> String {
    samples.reduce(into: options.header(as: format)) { $0 += options.row($1, as: format) }
  }

  @Test func `a table as CSV has a header and a row per sample`() {
    #expect(
      Self.table(.csv, of: [Self.gun, Self.empty, Self.huge]) == """
        generation,population,x,y,width,height
        0,36,0,0,36,9
        7,0,,,,
        18446744073709551616,1180591620717411303424,\
        -36893488147419103232,-1,73786976294838206464,3

        """)
  }

  @Test func `a name in a table as Markdown is shown as it is`() {
    var sample = Self.gun
    sample.pattern = "a|b*<i>[x](y)"
    var options = TableOptions()
    options.columns = [.pattern, .generation]
    #expect(
      options.row(sample, as: .markdown) == "| a\\|b\\*&lt;i>\\[x\\](y) | 0 |\n")
  }

  @Test func `a table as NDJSON has an object per sample`() {
    #expect(
      Self.table(.ndjson, of: [Self.gun, Self.empty, Self.huge]) == """
        {"schema":"life.sample/1","generation":0,"population":36,\
        "bounds":{"x":0,"y":0,"width":36,"height":9}}
        {"schema":"life.sample/1","generation":7,"population":0,"bounds":null}
        {"schema":"life.sample/1","generation":18446744073709551616,\
        "population":1180591620717411303424,\
        "bounds":{"x":-36893488147419103232,"y":-1,"width":73786976294838206464,"height":3}}

        """)
  }

  @Test func `a table without samples has only a header`() {
    #expect(Self.table(.csv, of: []) == "generation,population,x,y,width,height\n")
    #expect(Self.table(.ndjson, of: []).isEmpty)
  }

  @Test func `a table has its columns in the requested order`() {
    var sample = Self.gun
    sample.births = 3
    sample.deaths = 4
    sample.digest = "ab"
    var options = TableOptions()
    options.columns = [.digest, .deaths, .bounds, .births, .generation]
    #expect(
      TableFormat.allCases.map { Self.table($0, of: [sample, Self.empty], options) }.joined() == """
        digest,deaths,x,y,width,height,births,generation
        ab,4,0,0,36,9,3,0
        ,,,,,,,7
        {"schema":"life.sample/1","digest":"ab","deaths":4,\
        "bounds":{"x":0,"y":0,"width":36,"height":9},"births":3,"generation":0}
        {"schema":"life.sample/1","digest":null,"deaths":null,"bounds":null,"births":null,\
        "generation":7}
        | digest | deaths | x | y | width | height | births | generation |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | ab | 4 | 0 | 0 | 36 | 9 | 3 | 0 |
        |  |  |  |  |  |  |  | 7 |

        """)
  }

  @Test func `each state has a column with its name`() {
    var sample = Self.gun
    sample.states = [30, 0, 6]
    var options = TableOptions()
    options.columns = [.states, .generation]
    options.states = ["head, hot", "a|b", "state 3"]
    #expect(
      TableFormat.allCases.map { Self.table($0, of: [sample], options) }.joined() == """
        "head, hot",a|b,state 3,generation
        30,0,6,0
        {"schema":"life.sample/1","states":{"1":30,"2":0,"3":6},"generation":0}
        | head, hot | a\\|b | state 3 | generation |
        | --- | --- | --- | --- |
        | 30 | 0 | 6 | 0 |

        """)
  }

  @Test func `integers of a table beyond 2^53 become strings, and nothing else`() throws {
    let long = try #require(BigInt(decimal: "9007199254740993".utf8))
    let text = "18446744073709551616 \\ \" 9007199254740993"
    let members: [(key: String, value: JSONValue)] = [
      (text, JSONValue(text)), ("b", JSONValue(array: [JSONValue(long), JSONValue(long - 1)])),
      ("c", JSONValue(-long)), ("d", JSONValue(1 - long)), ("e", JSONValue(.powerOfTwo(64))),
      ("f", JSONValue(1.5e300)), ("g", .null), ("h", JSONValue(long)),
    ]
    let quoted = JSONValue(text)
    #expect(
      String(
        decoding: JSONValue(object: members).utf8(hasLongIntegersAsStrings: true), as: UTF8.self)
        == "{\(quoted):\(quoted),\"b\":[\"\(long)\",\(long - 1)],\"c\":\"-\(long)\","
        + "\"d\":\(1 - long),\"e\":\"18446744073709551616\",\"f\":1.5e+300,\"g\":null,"
        + "\"h\":\"\(long)\"}")
  }

  @Test func `table formats have short summaries`() {
    for format in TableFormat.allCases { #expect(format.summary.count <= 72) }
  }
}
