import Foundation
import LifeIO
import Testing

@Suite struct FileSinkTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: - Whole or not at all

  @Test(arguments: [false, true])
  func `a file is there when it is finished and not before`(durable: Bool) throws {
    let writer = try openOutput(scratch.path("a.rle"), durable: durable)
    try writer.write("bob!")
    try writer.flush()
    #expect(scratch.text("a.rle") == nil)
    #expect(scratch.names == [".a.rle.part"])
    try writer.finish()
    #expect(scratch.text("a.rle") == "bob!")
    #expect(scratch.names == ["a.rle"])
  }

  @Test func `an existing file keeps its contents until the new one is finished`() throws {
    try scratch.put("old", as: "a.rle")
    let writer = try openOutput(scratch.path("a.rle"))
    try writer.write("new")
    try writer.flush()
    #expect(scratch.text("a.rle") == "old")
    try writer.finish()
    #expect(scratch.text("a.rle") == "new")
  }

  @Test func `an abandoned file leaves everything as it was`() throws {
    try scratch.put("old", as: "a.rle")
    do {
      let writer = try openOutput(scratch.path("a.rle"), compressed: true)
      try writer.write(String(repeating: "new", count: 100_000))
    }
    #expect(scratch.names == ["a.rle"])
    #expect(scratch.text("a.rle") == "old")
  }

  @Test func `a file whose sink is released is abandoned`() throws {
    do {
      let writer = try openOutput(scratch.path("a.rle"), compressed: true)
      try writer.write("new")
    }
    #expect(scratch.names == [])
  }

  @Test func `abandoning a finished file does nothing`() throws {
    let sink = try FileSink(creating: scratch.path("a.rle"))
    try sink.write("bob!")
    try sink.finish()
    sink.abandon()
    #expect(scratch.text("a.rle") == "bob!")
  }

  @Test func `a compressed file is gzip`() throws {
    try write("bob!", to: scratch.path("a.rle.gz"), compressed: true)
    let reader = try ByteReader(opening: scratch.path("a.rle.gz"))
    #expect(try reader.readAll() == Array("bob!".utf8))
    let bytes = try Data(contentsOf: URL(filePath: scratch.name("a.rle.gz")))
    #expect(bytes.starts(with: [0x1f, 0x8b]))
  }

  // MARK: - What a killed or living neighbor left

  @Test func `the unfinished file of a killed run is replaced`() throws {
    try scratch.put(String(repeating: "left", count: 1000), as: ".a.rle.part")
    chmod(scratch.name(".a.rle.part"), 0o600)
    try write("bob!", to: scratch.path("a.rle"))
    #expect(scratch.text("a.rle") == "bob!")
    #expect(scratch.names == ["a.rle"])
    try write("", to: scratch.path("new.rle"))
    #expect(scratch.mode("a.rle") == scratch.mode("new.rle"))
  }

  @Test func `a file that another process writes is refused and not disturbed`() throws {
    let first = try openOutput(scratch.path("a.rle"))
    try first.write("first")
    let second = failure { try write("second", to: scratch.path("a.rle")) }
    #expect(second?.operation == .create)
    #expect(second?.code == EBUSY)
    #expect(second?.advice == "another process is writing it; wait, or write another file")
    try first.finish()
    #expect(scratch.text("a.rle") == "first")
    try write("third", to: scratch.path("a.rle"))
    #expect(scratch.text("a.rle") == "third")
  }

  @Test func `an obstacle in place of the unfinished file is named and left alone`() throws {
    mkdir(scratch.name(".a.rle.part"), 0o755)
    try scratch.put("precious", as: "precious")
    scratch.link(".b.rle.part", to: "precious")
    for name in ["a.rle", "b.rle"] {
      let failure = failure { try write("bob!", to: scratch.path(name)) }
      #expect(failure?.kind == .cannotCreate)
      #expect(
        failure?.advice == "'\(scratch.name(".\(name).part"))' is not a regular file; move it away")
    }
    #expect(scratch.text("precious") == "precious")
  }

  @Test func `many writers leave one complete file`() throws {
    let path = scratch.path("a.rle")
    DispatchQueue.concurrentPerform(iterations: 400) { [scratch] index in
      let text = String(repeating: "\(index % 10)", count: 3000)
      do {
        let writer = try openOutput(path)
        try writer.write(text)
        if index % 7 > 0 { try writer.finish() }
      } catch {
        #expect((error as? FileFailure)?.code == EBUSY)
      }
      if let now = scratch.text("a.rle") { #expect(now.count == 3000 && Set(now).count == 1) }
    }
    #expect(scratch.names == ["a.rle"])
  }

  // MARK: - Names and modes

  @Test(arguments: [249, 250, 255])
  func `files with the longest names have unfinished files of their own`(length: Int) throws {
    let stem = String(repeating: "n", count: length - 1)
    let one = try openOutput(scratch.path(stem + "1"))
    let two = try openOutput(scratch.path(stem + "2"))
    try one.write("one")
    try two.write("two")
    try one.finish()
    try two.finish()
    #expect(scratch.text(stem + "1") == "one")
    #expect(scratch.text(stem + "2") == "two")
    #expect(scratch.names.count == 2)
  }

  // The file system of macOS refuses others.
  #if os(Linux)
    @Test func `a name need not be UTF-8`() throws {
      let path = Path(bytes: Array(scratch.name("").utf8) + [0x2f, 0xff, 0xfe])
      try write("bob!", to: path)
      #expect(try ByteReader(opening: path).readAll() == Array("bob!".utf8))
    }
  #endif

  @Test(arguments: [0o600, 0o644, 0o755] as [mode_t])
  func `a replaced file keeps its mode, already while it is written`(mode: mode_t) throws {
    try scratch.put("old", as: "a.rle")
    chmod(scratch.name("a.rle"), mode)
    let writer = try openOutput(scratch.path("a.rle"))
    #expect(scratch.mode(".a.rle.part") == mode)
    try writer.finish()
    #expect(scratch.mode("a.rle") == mode)
  }

  @Test func `a new file has the mode that any new file has`() throws {
    try write("bob!", to: scratch.path("a.rle"))
    let plain = open(scratch.name("plain"), O_CREAT | O_WRONLY, 0o666)
    close(plain)
    #expect(scratch.mode("a.rle") == scratch.mode("plain"))
  }

  // MARK: - Refusals

  @Test func `an existing file is refused if none may be replaced`() throws {
    try scratch.put("old", as: "a.rle")
    let failure = failure { try write("new", to: scratch.path("a.rle"), replacement: .never) }
    #expect(failure?.operation == .create)
    #expect(failure?.code == EEXIST)
    #expect(
      failure?.description == "cannot create '\(scratch.name("a.rle"))': File exists")
    #expect(failure?.advice == "\(advice: .clobber)")
    #expect(scratch.text("a.rle") == "old")
    try write("new", to: scratch.path("b.rle"), replacement: .never)
    #expect(scratch.names == ["a.rle", "b.rle"])
  }

  @Test func `a file that came meanwhile is kept if none may be replaced`() throws {
    let writer = try openOutput(scratch.path("a.rle"), replacement: .never)
    try writer.write("new")
    try scratch.put("meanwhile", as: "a.rle")
    let failure = failure { try writer.finish() }
    #expect(failure?.code == EEXIST)
    #expect(scratch.text("a.rle") == "meanwhile")
    #expect(scratch.names == ["a.rle"])
  }

  @Test(arguments: ["", "/", "/.", "/sub/"])
  func `a folder is refused as output`(end: String) throws {
    mkdir(scratch.name("sub"), 0o755)
    let path = Path(scratch.folder.path + end)
    let failure = failure { _ = try openOutput(path) }
    #expect(failure == FileFailure(.create, path: path, code: EISDIR))
    #expect(failure?.kind == .cannotCreate)
  }

  static let impossible: [(name: String, code: Int32)] = [
    ("new/", EISDIR), ("file/", ENOTDIR), ("file/a.rle", ENOTDIR), ("none/a.rle", ENOENT),
    ("circle", ELOOP), (String(repeating: "n", count: 256), ENAMETOOLONG),
  ]

  @Test(arguments: impossible)
  func `a path that cannot be a file is refused before anything is written`(
    name: String, code: Int32
  ) throws {
    try scratch.put("", as: "file")
    scratch.link("circle", to: "circle")
    let path = Path(scratch.folder.path + "/" + name)
    let failure = failure { _ = try openOutput(path) }
    #expect(failure?.operation == .create)
    #expect(failure?.code == code)
    #expect(failure?.path == path)
    #expect(scratch.names == ["circle", "file"])
  }

  @Test func `an empty name is refused`() {
    #expect(failure { _ = try openOutput("") }?.code == ENOENT)
  }

  @Test func `a missing folder is named`() throws {
    let failure = failure { try write("bob!", to: scratch.path("none/a.rle")) }
    #expect(failure?.advice == "create the folder '\(scratch.name("none"))' first")
  }

  @Test(.enabled(if: geteuid() != 0))
  func `a read-only folder and a read-only file are refused`() throws {
    try scratch.put("old", as: "a.rle")
    chmod(scratch.name("a.rle"), 0o444)
    #expect(failure { try write("new", to: scratch.path("a.rle")) }?.code == EACCES)
    chmod(scratch.folder.path, 0o555)
    let failure = failure { try write("new", to: scratch.path("b.rle")) }
    #expect(failure?.code == EACCES)
    #expect(failure?.kind == .cannotCreate)
    #expect(failure?.advice.map { "\($0)".hasPrefix("permit new files in") } == true)
  }
}
