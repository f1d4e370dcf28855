import Foundation
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct JSONPatternTests {
  @Test(arguments: [
    ("[]", ""), ("[[0,0]]", "0,0"), ("{\"cells\":[]}", ""),
    (" { \"cells\" : [ [ 1 , -2 ] , [0,0,1] ] } ", "1,-2 0,0"),
    ("{\"generation\":0,\"cells\":[[3,4],[2,4]],\"bounds\":{\"a\":[1,{}]}}", "2,4 3,4"),
    ("{\"cells\":[{\"x\":1,\"y\":0},{\"y\":2,\"x\":1,\"state\":1}]}", "1,0 1,2"),
    ("[{\"x\":1,\"y\":0},[5,6]]", "1,0 5,6"),
    ("{\"width\":9,\"cells\":[[5,6],[7,6]],\"height\":9}", "5,6 7,6"),
    (
      "[[100000000000000000000000,1],[100000000000000000000001,1]]",
      "100000000000000000000000,1 100000000000000000000001,1"
    ),
  ])
  func `cells in JSON are read`(text: String, list: String) throws {
    #expect(try TextFormat.json.read(text).list == list)
  }

  @Test(arguments: [
    ("[[0,1,0],[0,0,1],[1,1,1]]", "1,0 2,1 0,2 1,2 2,2"),
    ("[[0,1,0,0],[0,0,1,0]]", "1,0 2,1"),
    ("[[0,1],[1,1]]", "0,1 1,1"),
    ("[[0,0,1],[5,1,1]]", "0,0 5,1"),
    ("[[0,1,1],[0,1,1]]", "1,0 2,0 1,1 2,1"),
    ("{\"cells\":[[0,1,0],[0,0,1],[1,1,1]]}", "1,0 2,1 0,2 1,2 2,2"),
    ("{\"width\":2,\"height\":2,\"cells\":[[1,1],[1,1]]}", "0,0 1,0 0,1 1,1"),
    ("{\"cells\":[[0,2,0],[3,0,1]],\"width\":3,\"height\":2}", "1,0 0,1 2,1"),
  ])
  func `an array of rows of states is a matrix, and one of coordinates is not`(
    text: String, list: String
  ) throws {
    #expect(try TextFormat.json.read(text).list == list)
  }

  @Test(arguments: [
    ("[[0,1,1],[1,1,1]]", "may be cells or a matrix; write cells as {"),
    (
      "{\"cells\":[[0,0],[1,1]],\"width\":2,\"height\":2}",
      "may be cells or a matrix; write cells as {"
    ),
    ("[[1,1],[1,1]]", "1:1: a cell is listed twice"),
    ("{\"cells\":[[3,4],[2,4],[3,4]]}", "1:10: a cell is listed twice"),
    ("[[5,6,0],[7,6]]", "a cell of state 0; list only live cells"),
    ("{\"width\":3,\"cells\":[[5,6],[9,6]]}", "differ from the size of the cells, 5 × 1"),
    ("{\"width\":4,\"height\":2,\"cells\":[[0,1,1,0]]}", "the size of the cells, 4 × 1"),
    ("{\"cells\":[{\"x\":1}]}", "expected both \"x\" and \"y\" of a cell"),
    ("{\"cells\":[{\"x\":1,\"z\":1}]}", "a cell has only the members"),
    ("[[0,1,1,0],[1,1,1]]", "expected 4 numbers in each row of a matrix, found 3"),
    ("[[0,1,1,0],[1,1,1,256]]", "expected a state from 0 to 255, found 256"),
  ])
  func `an array that may be either, and a ragged matrix, are refused`(
    text: String, message: String
  ) {
    #expect(TextFormat.json.complaint(text)?.contains(message) == true)
  }

  @Test func `members of a JSON pattern come in any order`() throws {
    let pattern = try TextFormat.json.read(
      """
      {"cells":[[0,0,2]],"comments":["a","b\\n\\u00e9\\ud83d\\ude00"],"name":"One","authors":[],
       "universe":"T30,20","generation":123456789012345678901234567890,"rule":"345/2/4"}
      """)
    #expect(pattern.rulestring == "345/2/4:T30,20")
    #expect(pattern.generation == BigInt(decimal: "123456789012345678901234567890".utf8))
    #expect(pattern.remarks == ["comment: a", "comment: b\né😀", "name: One"])
  }

  @Test(arguments: [
    ("{\"cells\":[[0]]}", "1:13: expected ',', found ']'"),
    ("{\"cells\":[[0,0,256]]}", "1:20: expected a state from 0 to 255"),
    ("[[0.5,0]]", "1:4: expected an integer, found '.'"),
    ("[[1e3,0]]", "1:4: expected an integer"),
    ("[[,0]]", "1:3: expected the x coordinate of a cell, found ','"),
    ("[[0,0],]", "1:8: expected '[', found ']'"),
    ("[[0,0]", "1:7: expected ']', found the end of the file"),
    ("[[0,0]]x", "1:8: expected the end of the file (split reads all patterns), found 'x'"),
    ("{\"rule\":\"B9/S\",\"cells\":[]}", "1:9: a cell has 8 neighbors"),
    ("{\"rule\":3,\"cells\":[]}", "1:9: expected a string, found '3'"),
    ("{\"generation\":-1,\"cells\":[]}", "1:15: expected a generation from 0 on"),
    ("{\"name\":\"\\x\",\"cells\":[]}", "1:11: expected an escape such as"),
    ("{\"name\":\"a\nb\"}", "1:11: expected the end of a string"),
    ("{\"name\":\"\\ud800\"}", "1:10: expected a surrogate pair"),
    ("{\"bounds\":{\"a\" 1},\"cells\":[]}", "1:16: expected ':', found '1'"),
    ("{\"bounds\":nul,\"cells\":[]}", "1:11: expected a JSON value"),
    ("{\"name\":\"\\", "1:11: expected an escape, found the end"),
    (
      "[[\(String(repeating: "1", count: 10_001)),0]]",
      "1:3: the number exceeds the limit of 10000 digits"
    ),
    ("{}", "1:3: expected a member \"cells\""),
    ("{\"cells\":[[0,0]],\"cells\":[]}", "1:18: \"cells\" is given twice"),
    ("{1}", "1:2: expected the name of a member"),
    ("[[0,0],[2305843009213693953,0]]", "1:31: the distance between cells exceeds"),
  ])
  func `errors in JSON have place and message`(text: String, complaint: String) {
    let said = TextFormat.json.complaint(text) ?? "nothing"
    #expect(said.hasPrefix("in:" + complaint), "\(said)")
  }

  @Test func `unknown members of a JSON pattern are warned of`() throws {
    #expect(
      try TextFormat.json.warnings("{\"color\":[\"red\"],\"cells\":[]}")
        == ["1:2: unknown member \"color\" ignored"])
  }

  @Test func `readEach reads all JSON patterns of a stream`() throws {
    let found = try readEach("[[1,1]]\n{\"cells\":[]} [[2,2]]")
    #expect(found.map(\.pattern.list) == ["1,1", "", "2,2"])
  }

  @Test func `Foundation reads the JSON that is written as the same cells`() async throws {
    try await forEachCase(of: Effort.cases(40, long: 2_000)) { seed in
      var pattern = Pattern.complete(seed: seed).reduced(to: .json)
      if let bounds = pattern.bounds, max(bounds.x.bitWidth, bounds.y.bitWidth) >= 60 {
        pattern.statedPosition = .origin
      }
      let bytes = try written(pattern, as: .json)
      let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let cells = try #require(object?["cells"] as? [[Int]])
      let list = cells.map { "\($0[0]),\($0[1])" }.joined(separator: " ")
      #expect(list == pattern.list)
      var states: [Int] = []
      pattern.cells.forEachRun { run in
        states += Array(repeating: Int(run.state), count: run.length)
      }
      #expect(cells.map { $0.count > 2 ? $0[2] : 1 } == states)
      #expect(object?["rule"] as? String == pattern.rule.canonical)
    }
  }

  @Test func `bytes of JSON strings that are not UTF-8 are kept`() throws {
    var pattern = Pattern(cells: .none)
    pattern.notes = [
      .init(.comment, text: [0xff, 0x41, 0x80, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0x22, 0x5c, 0x00])
    ]
    #expect(try TextFormat.json.read(TextFormat.json.written(pattern)).notes == pattern.notes)
  }
}
