import Foundation
import LifeIO
import Testing

/// Unfinished files that a checkpoint needs, and files that one process keeps for itself.
@Suite struct KeptFileTests {
  private let scratch: Scratch
  private var target: Path { scratch.path("a.gif") }
  private var checkpoint: Path { scratch.path("a.life") }

  init() throws { scratch = try Scratch() }

  /// Leaves the unfinished file of an interrupted run.
  private func interrupt() throws {
    let file = try FileSink(creating: target, keptFor: checkpoint)
    try file.write("frames")
    file.abandon()
    try scratch.put("life-checkpoint\n…", as: "a.life")
  }

  private func write(
    _ text: String, to path: Path, replacement: Replacement = .always,
    keptFor checkpoint: Path? = nil
  ) throws {
    let file = try FileSink(creating: path, replacement: replacement, keptFor: checkpoint)
    try file.write(text)
    try file.finish()
  }

  // MARK: - Unfinished files

  @Test(arguments: ["a.gif", ".a.gif.part", "link.gif", "same/a.gif"])
  func `an unfinished file that a checkpoint needs is not replaced`(name: String) throws {
    try interrupt()
    scratch.link("link.gif", to: "a.gif")
    scratch.link("same", to: ".")
    let names = scratch.names
    for replacement in [Replacement.always, .never, .bySameBytes] {
      let found = failure { try write("new", to: scratch.path(name), replacement: replacement) }
      #expect(found?.kind == .cannotCreate)
      if name == "a.gif" {
        #expect(found?.advice?.contains("'life resume \(checkpoint)'") == true)
        #expect(found?.advice?.contains("--overwrite") == true)
      }
    }
    #expect(scratch.names == names && scratch.text(".a.gif.part") == "frames")
  }

  @Test func `an unfinished file stays protected when its checkpoint was moved`() throws {
    try interrupt()
    try FileManager.default.removeItem(atPath: scratch.name("a.life"))
    let found = failure { try write("new", to: target) }
    #expect(found?.advice?.contains("which was moved or removed") == true)
    #expect(scratch.text(".a.gif.part") == "frames")
  }

  @Test func `an unfinished file can be discarded`() throws {
    try interrupt()
    try write("new", to: target, replacement: .overwriting)
    #expect(scratch.names == ["a.gif", "a.life"] && scratch.text("a.gif") == "new")
    try interrupt()
    try FileManager.default.removeItem(atPath: scratch.name(".a.gif.part"))
    try write("newer", to: target)
    #expect(scratch.names == ["a.gif", "a.life"] && scratch.text("a.gif") == "newer")
  }

  @Test func `a run that starts again with its checkpoint replaces its unfinished file`() throws {
    try interrupt()
    #expect(failure { try write("new", to: target, keptFor: scratch.path("b.life")) } != nil)
    try write("new", to: target, keptFor: checkpoint)
    #expect(scratch.names == ["a.gif", "a.life"] && scratch.text("a.gif") == "new")
  }

  @Test func `a resumed file is protected even if an older version left it`() throws {
    try scratch.put("frames", as: ".a.gif.part")
    var sum = CRC32()
    sum.add(Array("fra".utf8), count: 3)
    try FileSink(resuming: target, at: 3, checksum: sum.value, keptFor: checkpoint).abandon()
    #expect(failure { try write("new", to: target) }?.kind == .cannotCreate)
    #expect(scratch.text(".a.gif.part") == "fra")
  }

  @Test func `a file of the user in place of a claim is left alone`() throws {
    try scratch.put("mine", as: ".a.gif.kept")
    try scratch.put("left", as: ".a.gif.part")
    try write("new", to: target)
    try write("new", to: target, keptFor: checkpoint)
    #expect(scratch.names == [".a.gif.kept", "a.gif"] && scratch.text(".a.gif.kept") == "mine")
  }

  @Test func `a checkpoint is replaced only if asked`() throws {
    try scratch.put("life-checkpoint\n…", as: "a.life")
    let found = failure { try write("new", to: checkpoint) }
    #expect(found?.kind == .cannotCreate)
    #expect(found?.advice?.contains("'life resume \(checkpoint)'") == true)
    #expect(scratch.text("a.life") == "life-checkpoint\n…")
    try write("new", to: checkpoint, replacement: .overwriting)
    #expect(scratch.text("a.life") == "new")
  }

  // MARK: - Checks before writing

  @Test func `checking whether an output may be written changes nothing`() throws {
    try interrupt()
    try scratch.put("left", as: ".b.gif.part")
    mkdir(scratch.name(".c.gif.part"), 0o755)
    let names = scratch.names
    for replacement in [Replacement.always, .never] {
      #expect(failure { try checkOutput(target, replacement: replacement) }?.code == EBUSY)
      #expect(failure { try checkOutput(checkpoint, replacement: replacement) }?.code == EEXIST)
      try checkOutput(scratch.path("b.gif"), replacement: replacement)
      #expect(
        failure { try checkOutput(scratch.path("c.gif"), replacement: replacement) }?.code == EEXIST
      )
      #expect(
        failure { try checkOutput(scratch.path("none/x"), replacement: replacement) }?.code
          == ENOENT)
    }
    try checkOutput(target, replacement: .overwriting)
    try checkOutput(target, replacement: .always, for: checkpoint)
    #expect(scratch.names == names && scratch.text(".b.gif.part") == "left")
  }

  @Test func `a file that is being written is found`() throws {
    let file = try FileSink(creating: target)
    #expect(failure { try checkNoWriter(of: target) }?.code == EBUSY)
    file.abandon()
    try checkNoWriter(of: target)
    #expect(scratch.names == [])
  }

  // MARK: - Owned files

  private func replace(_ file: OwnedFile, by text: String) throws {
    try file.replace {
      try $0.write(text)
      try $0.finish()
    }
  }

  @Test func `an owned file belongs to one process from its first bytes on`() throws {
    let first = try OwnedFile(checkpoint)
    let second = try OwnedFile(checkpoint)
    #expect(!first.exists && !second.exists && scratch.names == [])
    try replace(first, by: "one")
    #expect(failure { try replace(second, by: "two") }?.code == EBUSY)
    #expect(failure { _ = try OwnedFile(checkpoint) }?.code == EBUSY)
    try replace(first, by: "three")
    #expect(failure { _ = try OwnedFile(checkpoint) }?.code == EBUSY)
    #expect(first.exists && scratch.names == ["a.life"] && scratch.text("a.life") == "three")
    second.remove()
    #expect(scratch.text("a.life") == "three")
    first.remove()
    #expect(scratch.names == [])
    try replace(second, by: "four")
    #expect(scratch.text("a.life") == "four")
  }

  @Test func `an owned file is free when its process lets it go`() throws {
    do { try replace(OwnedFile(checkpoint), by: "one") }
    scratch.link("link", to: "a.life")
    let file = try OwnedFile(scratch.path("link"))
    #expect(file.exists)
    try replace(file, by: "two")
    #expect(scratch.text("a.life") == "two" && scratch.type("link") == S_IFLNK)
  }

  @Test func `an owned file whose replacement fails stays`() throws {
    let file = try OwnedFile(checkpoint)
    try replace(file, by: "one")
    struct Failed: Error {}
    #expect(throws: Failed.self) { try file.replace { _ in throw Failed() } }
    #expect(file.exists && scratch.text("a.life") == "one")
    #expect(failure { _ = try OwnedFile(checkpoint) }?.code == EBUSY)
  }
}
