import Testing

import LifeIO

struct FileVersionTests {
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
