import Foundation
import LifeIO
import Testing

/// Programs that make a file of what we write.
@Suite struct ProgramSinkTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A shell that makes files, and is killed if it waits for long.
  private func sink(_ script: String) throws -> ProgramSink {
    let words = ["-c", "cd '\(scratch.name(""))'; (sleep 9; kill -9 $$) & \(script); kill -9 $!"]
    return try ProgramSink("sh", creating: scratch.path("video")) { _, _ in
      words.map { Array($0.utf8) }
    }
  }

  @Test func `a program that ignores signals is ended, too`() throws {
    let sink = try sink("trap '' TERM; : > ready; cat > all; mv all ended")
    while !scratch.names.contains("ready") { usleep(1000) }
    try sink.write([1, 2, 3].span)
    sink.abandon()
    #expect(scratch.names == ["ended", "ready"])
  }
}
