import Foundation
import LifeIO
import Testing

/// Unfinished files that a checkpoint needs, and files that one process keeps for itself.
@Suite struct KeptFileTests {
  private let scratch: Scratch
  private var target: Path { scratch.path("a.csv") }
  private var checkpoint: Path { scratch.path("a.life") }

  init() throws { scratch = try Scratch() }

  /// Leaves the unfinished file of an interrupted run.
  private func interrupt() throws {
    let file = try FileSink(creating: target, isKept: true)
    try file.write("rows")
    try file.synchronize()
    file.abandon()
  }

  private func write(
    _ text: String, to path: Path, replacement: Replacement = .unprotected, isKept: Bool = false
  ) throws {
    let file = try FileSink(creating: path, replacement: replacement, isKept: isKept)
    try file.write(text)
    try file.finish()
  }

  // MARK: - Unfinished files

  @Test(arguments: ["a.csv", "link.csv", "same/a.csv"])
  func `a run that starts does not replace a kept file`(name: String) throws {
    try interrupt()
    scratch.link("link.csv", to: "a.csv")
    scratch.link("same", to: ".")
    let names = scratch.names
    for replacement in [Replacement.unprotected, .never] {
      let found = failure {
        try write("new", to: scratch.path(name), replacement: replacement, isKept: true)
      }
      #expect(found?.code == EEXIST)
      #expect(found.map { "\($0)".contains("unfinished run") } == true)
    }
    #expect(scratch.names == names && scratch.text(".a.csv.kept") == "rows")
    try write("new", to: scratch.path(name), replacement: .overwriting, isKept: true)
    #expect(scratch.text("a.csv") == "new" && !scratch.names.contains(".a.csv.kept"))
  }

  @Test func `an output without a checkpoint leaves a kept file alone`() throws {
    try interrupt()
    try write("new", to: target)
    #expect(scratch.text("a.csv") == "new" && scratch.text(".a.csv.kept") == "rows")
    scratch.link("link", to: ".a.csv.kept")
    for name in [".a.csv.kept", "link"] {
      #expect(failure { try write("new", to: scratch.path(name)) }?.code == EEXIST)
    }
    #expect(scratch.text(".a.csv.kept") == "rows")
  }

  @Test func `one process writes an output at a time`() throws {
    for isKept in [true, false] {
      let file = try FileSink(creating: target, isKept: isKept)
      for other in [true, false] {
        let found = failure {
          try write("new", to: target, replacement: .overwriting, isKept: other)
        }
        #expect(found?.code == EBUSY)
      }
      try file.write("one")
      try file.finish()
      #expect(scratch.names == ["a.csv"] && scratch.text("a.csv") == "one")
    }
  }

  @Test func `a kept file that no checkpoint can know is removed`() throws {
    let file = try FileSink(creating: target, isKept: true)
    try file.write("rows")
    file.abandon()
    #expect(scratch.names == [])
  }

  @Test(arguments: ["life-checkpoint\n…", "@VERSION 1\n…"])
  func `a checkpoint or a haul is replaced only if asked`(text: String) throws {
    try scratch.put(text, as: "a.life")
    scratch.link("link", to: "a.life")
    for name in ["a.life", "link"] {
      for isKept in [true, false] {
        let found = failure { try write("new", to: scratch.path(name), isKept: isKept) }
        #expect(found?.code == EEXIST)
        #expect(found.map { "\($0)".contains("File exists; it is ") } == true)
      }
    }
    #expect(scratch.text("a.life") == text)
    try write("new", to: checkpoint, replacement: .overwriting)
    #expect(scratch.text("a.life") == "new")
  }

  // MARK: - Checks before writing

  @Test func `checking whether an output may be written changes nothing`() throws {
    try interrupt()
    try scratch.put("life-checkpoint\n…", as: "a.life")
    try scratch.put("left", as: ".b.gif.part")
    mkdir(scratch.name(".c.gif.part"), 0o755)
    let names = scratch.names
    for replacement in [Replacement.unprotected, .never] {
      let kept = failure { try checkOutput(target, replacement: replacement, isKept: true) }
      #expect(kept?.code == EEXIST)
      #expect(failure { try checkOutput(checkpoint, replacement: replacement) }?.code == EEXIST)
      try checkOutput(target, replacement: replacement)
      try checkOutput(scratch.path("b.gif"), replacement: replacement)
      #expect(
        failure { try checkOutput(scratch.path("c.gif"), replacement: replacement) }?.code == EEXIST
      )
      #expect(
        failure { try checkOutput(scratch.path("none/x"), replacement: replacement) }?.code
          == ENOENT)
    }
    try checkOutput(target, replacement: .overwriting, isKept: true)
    #expect(scratch.names == names && scratch.text(".b.gif.part") == "left")
  }

  @Test func `a file that is being written is found`() throws {
    for isKept in [true, false] {
      let file = try FileSink(creating: target, isKept: isKept)
      #expect(failure { try checkNoWriter(of: target) }?.code == EBUSY)
      file.abandon()
      try checkNoWriter(of: target)
    }
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

  @Test func `the owner of a file waits for another that is refused in a moment`() throws {
    let owner = try OwnedFile(checkpoint)
    try replace(owner, by: "one")
    nonisolated(unsafe) let other = try FileSink(creating: checkpoint, replacement: .overwriting)
    Thread.detachNewThread {
      usleep(50_000)
      other.abandon()
    }
    try replace(owner, by: "two")
    #expect(scratch.names == ["a.life"] && scratch.text("a.life") == "two")
  }
}
