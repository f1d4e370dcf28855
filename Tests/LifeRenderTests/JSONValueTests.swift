import Foundation
import LifeCore
import LifeRender
import Testing

@Suite struct JSONValueTests {
  static let strings: [(String, String)] = [
    ("", #""""#),
    ("glider", #""glider""#),
    ("\"\\/", #""\"\\/""#),
    ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1}\u{b}\u{1f}\u{7f}", "\"\\u0000\\u0001\\u000b\\u001f\u{7f}\""),
    ("père 🐇 \u{2028}", "\"père 🐇 \u{2028}\""),
  ]

  @Test(arguments: strings)
  func `JSON strings are escaped where required`(string: String, text: String) {
    #expect(JSONValue(string).description == text)
  }

  static let damaged: [([UInt8], String)] = [
    ([0x61, 0xff, 0x62], "a\u{fffd}b"),
    ([0xc3], "\u{fffd}"),
    ([0xed, 0xa0, 0x80, 0x0a], "\u{fffd}\u{fffd}\u{fffd}\\n"),
    ([0xc3, 0xa9], "é"),
  ]

  @Test(arguments: damaged)
  func `bytes of JSON strings that are not UTF-8 are replaced`(bytes: [UInt8], text: String) {
    #expect(JSONValue(repairing: bytes).description == "\"\(text)\"")
  }

  static let numbers: [(Double, String)] = [
    (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.1, "0.1"), (-2.5, "-2.5"),
    (1.0 / 3, "0.3333333333333333"), (1e-7, "1e-07"), (1e22, "1e+22"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (.leastNonzeroMagnitude, "5e-324"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
  ]

  @Test(arguments: numbers)
  func `JSON numbers have the shortest digits that are read back`(number: Double, text: String) {
    #expect(JSONValue(number).description == text)
  }

  @Test func `JSON integers are exact at any size`() {
    #expect(JSONValue(Int.min).description == "-9223372036854775808")
    let googol = BigInt.pow(base: 10, exponent: 100)
    #expect(JSONValue(googol).description == "1" + String(repeating: "0", count: 100))
    #expect(JSONValue(-googol).description == "-1" + String(repeating: "0", count: 100))
  }

  @Test func `members of a JSON object keep their order`() {
    let value: JSONValue = [
      "z": 1, "a": [true, false, .null], "m": ["name": "Gosper \"gun\""],
      "": [], "none": [:],
    ]
    #expect(
      value.description
        == #"{"z":1,"a":[true,false,null],"m":{"name":"Gosper \"gun\""},"":[],"none":{}}"#)
  }

  @Test func `sequences become JSON arrays and objects`() {
    let names = ["rle", "mc"]
    #expect(JSONValue(array: names.map { JSONValue($0) }).description == #"["rle","mc"]"#)
    let sizes = names.map { (key: $0, value: JSONValue($0.utf8.count)) }
    #expect(JSONValue(object: sizes).description == #"{"rle":3,"mc":2}"#)
  }

  @Test func `JSONDecoder decodes every escape`() throws {
    let string = String(String.UnicodeScalarView((0..<0x300).map { Unicode.Scalar($0)! })) + "🐇"
    let text = JSONValue(object: [(key: string, value: JSONValue(string))])
    let read = try JSONDecoder().decode([String: String].self, from: Data(text.utf8()))
    #expect(read == [string: string])
  }
}
