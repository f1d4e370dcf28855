import Foundation
import LifeIO
import Testing

/// Outputs other than plain files: links, pipes, devices, streams that are open already.
@Suite struct SpecialFileTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: - Links

  @Test func `a link stays a link, and what it leads to is replaced`() throws {
    mkdir(scratch.name("sub"), 0o755)
    try scratch.put("old", as: "sub/a.rle")
    scratch.link("sub/near", to: "a.rle")
    scratch.link("far", to: "sub/near")
    scratch.link("absolute", to: scratch.name("far"))
    for name in ["sub/near", "far", "absolute"] {
      try write(name, to: scratch.path(name))
      #expect(scratch.text("sub/a.rle") == name)
      #expect(scratch.type(name) == S_IFLNK)
    }
    #expect(scratch.type("sub/a.rle") == S_IFREG)
    #expect(scratch.names == ["absolute", "far", "sub"])
  }

  @Test func `a link to a name that is free makes the file`() throws {
    scratch.link("dangling", to: "new.rle")
    let writer = try openOutput(scratch.path("dangling"))
    try writer.write("bob!")
    try writer.flush()
    #expect(scratch.names == [".new.rle.part", "dangling"])
    try writer.finish()
    #expect(scratch.text("new.rle") == "bob!")
    #expect(scratch.type("dangling") == S_IFLNK)
  }

  @Test(arguments: 0...3)
  func `an output of a few bytes is written`(count: Int) throws {
    let text = String(repeating: "b", count: count)
    try write(text, to: scratch.path("few"))
    #expect(scratch.text("few") == text)
    try write(text, to: "/dev/null")
  }

  @Test func `a link to a folder is refused as output`() throws {
    mkdir(scratch.name("sub"), 0o755)
    scratch.link("link", to: "sub")
    #expect(failure { try write("", to: scratch.path("link")) }?.code == EISDIR)
  }

  // MARK: - Pipes and devices

  @Test(arguments: [1, 300_000])
  func `a named pipe is written directly`(size: Int) throws {
    mkfifo(scratch.name("pipe"), 0o600)
    let text = String(repeating: "b", count: size)
    // A thread of its own: tasks share a few threads, which the writers here block.
    Thread.detachNewThread { [scratch] in try? write(text, to: scratch.path("pipe")) }
    let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: scratch.name("pipe")))
    let isComplete = try reader.readToEnd() == Data(text.utf8)
    #expect(isComplete)
    #expect(scratch.type("pipe") == S_IFIFO)
    #expect(scratch.names == ["pipe"])
  }

  @Test func `a pipe without a reader has an error of its own`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    // Other tests start programs, which must not keep the reading end open for long.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let sink = try FileSink(creating: Path("/dev/fd/\(ends[1])"))
    close(ends[1])
    close(ends[0])
    var failure: FileFailure?
    for _ in 0..<500 where failure == nil {
      do throws(FileFailure) { try writing(sink) } catch { failure = error }
      if failure == nil { usleep(10_000) }
    }
    #expect(failure?.operation == .write)
    #expect(failure?.isBrokenPipe == true)
    #expect(throws: try #require(failure)) { try sink.finish() }
  }

  private func writing(_ sink: FileSink) throws(FileFailure) {
    do {
      try sink.write("bob!")
    } catch let failure as FileFailure {
      throw failure
    } catch {
      Issue.record(error)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full device fails when it is written`() throws {
    let writer = try openOutput("/dev/full")
    try writer.write("bob!")
    let failure = failure { try writer.finish() }
    #expect(failure == FileFailure(.write, path: "/dev/full", code: ENOSPC))
    #expect(failure?.kind == .inputOutput)
    #expect(failure?.description == "cannot write '/dev/full': No space left on device")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `half a file is never taken for a whole one`() throws {
    let sink = try FileSink(creating: "/dev/full")
    let first = failure { try sink.write("bob!") }
    #expect(failure { try sink.finish() } == first)
    #expect(failure { try sink.write("bob!") } == first)
  }

  @Test func `a device is written even with --no-clobber`() throws {
    try write("bob!", to: "/dev/null", replacement: .never)
    scratch.link("null", to: "/dev/null")
    try write("bob!", to: scratch.path("null"))
    #expect(scratch.names == ["null"])
  }

  // MARK: - Streams

  @Test(arguments: ["/dev/fd/", "/proc/self/fd/"].filter(FileManager.default.fileExists))
  func `an open stream is written at its position and stays open`(folder: String) throws {
    let descriptor = open(scratch.name("log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
    for text in ["one,", "two,", "three"] { try write(text, to: Path("\(folder)\(descriptor)")) }
    #expect(close(descriptor) == 0)
    #expect(scratch.text("log") == "one,two,three")
    #expect(scratch.names == ["log"])
  }

  @Test func `a link to a stream is that stream`() throws {
    let descriptor = open(scratch.name("log"), O_CREAT | O_WRONLY, 0o600)
    scratch.link("out", to: "/dev/fd/\(descriptor)")
    for text in ["one,", "two"] { try write(text, to: scratch.path("out")) }
    #expect(close(descriptor) == 0)
    #expect(scratch.text("log") == "one,two")
  }

  @Test func `a stream that is not open cannot be written`() {
    let failure = failure { try write("bob!", to: "/dev/fd/987654") }
    #expect(failure == FileFailure(.create, path: "/dev/fd/987654", code: EBADF))
  }

  @Test func `a minus is standard output`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      for path: Path in ["-", "/dev/stdout"] { try write("bob!\n", to: path) }
      exit(0)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.hasSuffix("bob!\nbob!\n"))
  }

  /// Threads of the runtime may open descriptors at any moment, and then get the lowest that is
  /// free. Standard output is therefore tried before anything else is opened, when such a
  /// descriptor is 0; later, only descriptors of the test's own files are faults.
  @Test func `a closed standard output is neither the input nor another file`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      try scratch.put("bob!", as: "a.rle")
      for descriptor in 0...2 as ClosedRange<Int32> { close(descriptor) }
      guard (try? openOutput("-")) == nil else { exit(2) }

      let reader = try ByteReader(opening: scratch.path("a.rle"))
      let writer = try openOutput(scratch.path("b.rle"))
      try writer.write(reader.readAll())
      guard scratch.standardStreams(among: scratch.names).isEmpty else { exit(3) }

      try writer.finish()
      guard scratch.text("b.rle") == "bob!" else { exit(4) }
      // Nothing is released when the process ends here.
      try FileManager.default.removeItem(at: scratch.folder)
      exit(0)
    }
  }
}

extension Scratch {
  /// Those of the descriptors 0 to 2 that belong to one of the files named.
  fileprivate func standardStreams(among names: [String]) -> [Int32] {
    let files = names.map(inode)
    return (0...2).filter { descriptor in
      var info = stat()
      return fstat(descriptor, &info) == 0 && files.contains(info.st_ino)
    }
  }
}
