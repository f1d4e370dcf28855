import Testing

@testable import LifeIO

struct FileLockTests {
  @Test func `a lock is held until its owner lets it go`() throws {
    let scratch = try Scratch()
    let path = Path(scratch.name("lock"))
    #expect(!FileLock.isHeld(path))
    var first = FileLock(path)
    #expect(first != nil && FileLock.isHeld(path) && FileLock(path) == nil)
    first = nil
    #expect(!FileLock.isHeld(path))
    let second = try #require(FileLock(path))
    second.remove()
    #expect(scratch.names == [])
  }

  @Test func `a file that cannot be made has no lock`() throws {
    let scratch = try Scratch()
    #expect(FileLock(Path(scratch.name("missing/lock"))) == nil)
  }

  @Test func `a version tells whether a file was written or replaced`() throws {
    let scratch = try Scratch()
    let path = Path(scratch.name("file"))
    #expect(FileVersion(path) == nil && FileVersion("-") == nil)
    try scratch.put(Array("one".utf8), as: "file")
    let first = FileVersion(path)
    #expect(first != nil && first == FileVersion(path))
    try scratch.put(Array("three".utf8), as: "file")
    #expect(FileVersion(path) != first)
  }
}
