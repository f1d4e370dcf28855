import Foundation
import LifeIO
import TestSupport
import Testing

@Suite struct ZipTests {
  /// An archive made by the system's zip.
  private func archive(_ files: [(String, [UInt8])], options: [String] = []) throws -> [UInt8] {
    let scratch = try Scratch()
    for (name, bytes) in files { try scratch.put(bytes, as: name) }
    let names = files.map { scratch.name($0.0) }
    let words = ["zip -q -j"] + options + [scratch.name("a.zip")] + names
    _ = try run(words.joined(separator: " "))
    return try Array(Data(contentsOf: URL(fileURLWithPath: scratch.name("a.zip"))))
  }

  private func contents(_ zip: ZipArchive) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for member in zip.members { contents["\(member.name)"] = try zip.open(member).readAll() }
    return contents
  }

  static let text = [UInt8](String(repeating: "bo$2bo$3o! ", count: 20_000).utf8)

  @Test(.needs(.zip), arguments: [["-0"], ["-1"], ["-9"], ["-z"]])
  func `stored and deflated files of a zip archive are read`(options: [String]) throws {
    let files = [("a.rle", Self.text), ("empty", []), ("b", Array("o!".utf8))]
    let bytes = try archive(files, options: options)
    let isArchive = ZipArchive.recognizes(bytes.span)
    #expect(isArchive)
    let expected = Dictionary(uniqueKeysWithValues: files)
    #expect(try contents(ZipArchive(ByteReader(bytes, name: "a.zip"))) == expected)
    let scratch = try Scratch()
    try scratch.put(bytes, as: "a.zip")
    #expect(try contents(ZipArchive(ByteReader(opening: scratch.path("a.zip")))) == expected)
  }

  @Test(.needs(.zip))
  func `an archive may be larger than a word or line`() throws {
    let bytes = try archive([("a", Self.text)], options: ["-0"])
    let input = try ByteReader(bytes, name: "a.zip", limits: Limits { $0.tokenBytes = 1000 })
    #expect(try contents(ZipArchive(input)) == ["a": Self.text])
  }

  @Test(.needs(.zip))
  func `gzip in a zip archive is expanded`() throws {
    let sink = MemorySink()
    let gzip = GzipSink(sink)
    try gzip.write(Self.text.span)
    try gzip.finish()
    let bytes = try archive([("a.rle.gz", sink.bytes)])
    let zip = try ZipArchive(ByteReader(bytes, name: "a.zip"))
    #expect(try zip.open(zip.members[0]).readAll() == Self.text)
  }

  @Test(arguments: [10, 12, 16])
  func `Zip64 archives are rejected`(field: Int) {
    let end: [UInt8] = [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18)
    var bytes = end
    for index in field..<field + (field == 10 ? 2 : 4) { bytes[index] = 0xff }
    let error = #expect(throws: ReadError.self) { try ZipArchive(ByteReader(bytes, name: "a.zip")) }
    #expect("\(error as Any)".contains("Zip64 archives"), "\(error as Any)")
  }

  /// Whether reading everything either fails with an error of the reader or gives what was there.
  private func isReadOrRefused(_ bytes: [UInt8], expecting expected: [String: [UInt8]]) -> Bool {
    do {
      let contents = try contents(ZipArchive(ByteReader(bytes, name: "a.zip")))
      return contents.allSatisfy { expected.values.contains($0.value) }
    } catch {
      return error is ReadError
    }
  }

  @Test(.needs(.zip))
  func `damaged zip archives are rejected`() throws {
    let text = Array("bo$2bo$3o!".utf8)
    let bytes = try archive([("a", text), ("b", Array(Self.text.prefix(3000)))])
    let expected = ["a": text, "b": Array(Self.text.prefix(3000))]
    for index in bytes.indices {
      for bit in [0, 3, 7] as [UInt8] {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(isReadOrRefused(damaged, expecting: expected), "byte \(index), bit \(bit)")
      }
      #expect(isReadOrRefused(Array(bytes.prefix(index)), expecting: expected), "cut at \(index)")
    }
  }

  @Test(.needs(.zip))
  func `a file in a zip archive cannot exceed its declared size`() throws {
    let zeros = [UInt8](repeating: 0x20, count: 4 << 20)
    var bytes = try archive([("bomb", zeros)])
    let limits = Limits { $0.expandedBytes = 1 << 20 }
    #expect(throws: ReadError.self) {
      try contents(ZipArchive(ByteReader(bytes, name: "a.zip"), limits: limits))
    }
    // The directory says that it is a tenth as large.
    let entry = try #require(bytes.firstRange(of: [0x50, 0x4b, 1, 2])).lowerBound
    bytes.replaceSubrange(entry + 24..<entry + 28, with: [0, 0, 6, 0])
    #expect {
      try contents(ZipArchive(ByteReader(bytes, name: "a.zip")))
    } throws: {
      "\($0)" == "a.zip/bomb: the zip archive is damaged: the file is longer than its declared size"
    }
  }

  @Test(.needs(.zip))
  func `a zip bomb is rejected while it expands`() throws {
    let head = [UInt8](repeating: 0x20, count: 2 << 20)
    let tail = (0..<1 << 16).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let bytes = try archive([("bomb", head + tail)])
    var limits = Limits()
    // What comes after would make the archive large enough for what came before.
    limits.expansion = Limits.Allowance(base: 1 << 19, perByte: 100)
    #expect(throws: ReadError.self) {
      try contents(ZipArchive(ByteReader(bytes, name: "a.zip"), limits: limits))
    }
    limits.expansion = Limits.Allowance(base: 2 << 20, perByte: 100)
    let zip = try ZipArchive(ByteReader(bytes, name: "a.zip"), limits: limits)
    #expect(try contents(zip) == ["bomb": head + tail])
  }

  @Test(
    arguments: [
      ([0x50, 0x4b, 5, 6], "the zip archive is damaged: its end record is missing"),
      ([UInt8](repeating: 7, count: 100), "the zip archive is damaged: its end record is missing"),
    ] as [([UInt8], String)])
  func `an invalid zip archive is refused with a reason`(bytes: [UInt8], reason: String) {
    #expect {
      try ZipArchive(ByteReader(bytes, name: "a.zip"))
    } throws: { "\($0)" == "a.zip: \(reason)" }
  }

  @Test func `an empty zip archive has no files`() throws {
    let empty = [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18)
    #expect(try ZipArchive(ByteReader(empty, name: "a.zip")).members.isEmpty)
  }

  @Test(.needs(.zip))
  func `encrypted files of a zip archive are rejected`() throws {
    let bytes = try archive([("a", Array("o!".utf8))], options: ["-P", "secret"])
    let zip = try ZipArchive(ByteReader(bytes, name: "a.zip"))
    #expect {
      try zip.open(zip.members[0])
    } throws: { "\($0)" == "a.zip/a: it is encrypted; unpack it first" }
  }
}
