import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct FormatDetectionTests {
  private func detect(_ bytes: [UInt8], named name: String = "in") throws -> Format {
    try Format.detect(ByteReader(bytes, name: Path(name)))
  }

  @Test(arguments: [
    ("bo$2bo$3o!", Format.rle), ("x = 3, y = 3\nbo$2bo$3o!", .rle), ("3o!", .rle), ("bo!", .rle),
    ("  x=3,y=3\n3o!", .rle), ("#C a\n3o!", .rle), ("#N Glider\nx = 1, y = 1\no!", .rle),
    ("#CXRLE Pos=0,0\nx = 1, y = 1\no!", .rle), ("\u{feff}#C a\r\no!", .rle), ("\n\n2bo$", .rle),
    ("#P 1 2\nx = 3, y = 3\nbo!", .rle), ("#\no!", .rle), ("oo.$o.o$.oo!", .rle),
    ("#P 1 2\n.*\n", .life105), ("#O me\n#P\n.*.\n..*\n***", .life105),
    ("#r B3/S23\n#C a\n#P -1 -1\n**\n.q", .life105), ("#P 1 2\nbo$2bo$3o!", .rle),
    (" # \n # \n # ", .plaintext), ("##\n##", .plaintext), (".X.\nX.X", .plaintext),
    (" x \nx x\n", .plaintext), ("010\n01\n", .plaintext), ("#\n#\no!", .rle),
    ("# a list\nxs4_33 block", .apgcode),
    ("\"apgcode\",\"occurrences\"\n\"xp2_7\",\"3\"", .apgcode),
    (".O\n\u{1a}", .plaintext), ("[{\"x\":1,\"y\":2}]", .json),
    ("#Life 1.05\n.*", .life105), ("#Life 1.05", .life105),
    ("#Life 1.06\n0 0", .life106), ("\u{feff}\r\n#Life 1.06", .life106),
    ("!Name: x\n.O", .plaintext), ("!", .plaintext), (".O\n..O\nOOO", .plaintext),
    ("\n..*\n***", .plaintext), ("O", .plaintext),
    ("#MCell 4.20\n#L A", .mcell), ("\n#MCell 2.0", .mcell), ("xq4_153", .apgcode),
    (" xs0_0 nothing", .apgcode), ("{\"cells\":[]}", .json), ("[[0,0]]", .json),
    ("\u{feff}{ \"rule\": 1", .json), ("{}", .json), ("!\n23.O\n", .plaintext),
    ("!a\n.O\n3", .plaintext), ("!a\n..O\n..3O", .plaintext),
    ("P1\n1 1\n1", .pbm),
    ("P4 1 1\n", .pbm), ("P5\n", .pgm), ("P2#\n", .pgm), ("P3 1 1 1 0 0 0", .pgm),
    ("A post.\n\nx = 1, y = 1\no!", .rle), ("Look: [code]bo$2bo$3o![/code]", .rle),
    ("3A.B$C!", .rle), ("#Life 1.05 \r\nx", .life105), ("#P\n#D x\n\n.*", .life105),
    ("#P 0 0\nx = 3, y = 3\nbo$", .rle), ("#P 0 0\no!", .rle), ("#C x\n*", .rle),
    ("#Pos 3\n*", .rle), ("!Name: x\nq", .plaintext), ("O \n\n.", .plaintext), ("*", .plaintext),
    ("x = 3", .rle), ("bo$2bo", .rle),
  ])
  func `the content determines the format`(text: String, format: Format) throws {
    for name in ["in", "in.rle", "in.cells", "in.lif", "in.txt"] {
      #expect(try detect(Array(text.utf8), named: name) == format)
    }
  }

  @Test(arguments: [
    ("bx$2by$3z!", "marks.rle", Format.rle), ("q", "damaged.rle", .rle),
    ("q", "damaged.rle.gz", .rle), ("X.X", "other.cells", .plaintext), ("q", "a.b/c.lif", .life106),
  ])
  func `the extension determines the format of unknown content`(
    text: String, name: String, format: Format
  ) throws {
    #expect(try detect(Array(text.utf8), named: name) == format)
  }

  static let unknown = "not a pattern in a known format"

  @Test(arguments: [
    ("", "the file is empty"), ("\n \t\r\n", "the file is blank"),
    ("<!DOCTYPE html>\n<html>", "this looks like a web page; save the pattern's own file"),
    ("<p>bo$2bo$3o!", "this looks like a web page; save the pattern's own file"),
    ("PK\u{3}\u{4}", "this looks like a zip archive; unpack it first"),
    ("%PDF-1.7", "this looks like a PDF document"), ("#!/bin/sh", "this looks like a script"),
    ("-- A gun\nlocal g = golly()", "this looks like a script in Lua"),
    ("@RULE Foo\n", "this looks like a file that defines a rule"),
    ("BM6\u{1}", "this looks like a BMP image; save it as PNG"),
    ("GIF89a", "this looks like a GIF image; save it as PNG"),
    ("bo$\u{0}2bo!", "this looks like binary data"),
  ])
  func `text of other kinds is named`(text: String, reason: String) {
    for name in ["in", "in.rle", "in.cells"] {
      expect(Array(text.utf8), named: name, complaint: "not a pattern: \(reason)")
    }
  }

  @Test(
    arguments: [
      ([0xff, 0xfe, 0x78, 0x00], "this looks like text in UTF-16; save it as UTF-8"),
      ([0xfe, 0xff, 0x00, 0x78], "this looks like text in UTF-16; save it as UTF-8"),
      ([0x89, 0x50, 0x4e, 0x47], "this looks like a damaged PNG image"),
      ([0xff, 0xd8, 0xff, 0xe0], "this looks like a JPEG image; save it as PNG"),
      ([0x7f, 0x45, 0x4c, 0x46, 0x02, 0x00], "this looks like binary data"),
    ] as [([UInt8], String)])
  func `binary files of other kinds are named`(bytes: [UInt8], reason: String) {
    expect(bytes, named: "in.rle", complaint: "not a pattern: \(reason)")
  }

  @Test func `gzip inside gzip is named`() throws {
    let sink = MemorySink()
    let inside = GzipSink(sink)
    let writer = ByteWriter(GzipSink(inside))
    try writer.write("x = 1, y = 1\no!\n")
    try writer.finish()
    expect(
      sink.bytes, named: "in.rle.gz",
      complaint: "not a pattern: this looks like gzip inside gzip; unpack it once")
  }

  @Test(arguments: [
    "hello", "bob", "1234", "0,0", "0 0", "x", "int main() {}", "- a\n- b", " .O", "#Life 1.055",
    "#Life 1.066", "#Life1.06",
  ])
  func `unknown text without a known extension is refused`(text: String) {
    expect(Array(text.utf8), named: "in", complaint: Self.unknown)
    expect(Array(text.utf8), named: "in.dat", complaint: Self.unknown)
  }

  @Test(arguments: [
    ("1 0\n2 1\n0 2\n", "this looks like a list of coordinates"),
    (
      "3 3\n010\n001\n111\n",
      "the first line looks like a size; remove it to read the rest as plaintext"
    ),
    ("3\n.O.\n..O\n", "the first line looks like a size; remove it to read the rest as plaintext"),
    ("--X\nX-X\n", Self.unknown), (".....\n.000.\n", Self.unknown),
  ])
  func `a text that is nearly a pattern is named`(text: String, reason: String) {
    expect(Array(text.utf8), named: "in", complaint: reason)
  }

  @Test func `incomplete gzip is refused`() throws {
    let bytes = try written(.complete(seed: 3), as: .rle, compressed: true)
    for count in [3, 12, bytes.count / 2, bytes.count - 1] {
      #expect(throws: (any Error).self) { try read(Array(bytes.prefix(count))) }
    }
    var flipped = bytes
    flipped[bytes.count - 6] ^= 1
    #expect(throws: (any Error).self) { try read(flipped) }
  }

  private func expect(_ bytes: [UInt8], named name: String, complaint message: String) {
    do {
      let format = try detect(bytes, named: name)
      Issue.record("detected as \(format)")
    } catch {
      let line = "\(error)".prefix { $0 != "\n" }
      #expect(line == "\(name):1:1: \(message)")
    }
  }
}
