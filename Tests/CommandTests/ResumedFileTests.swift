import Foundation
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// The output files of a resumed run.
@Suite(.needsOptimization) struct ResumedFileTests {
  private static let interrupting = "--checkpoint c --max-frames 5 -q 2> errors; echo $?"

  @Test(arguments: ["a.csv", "a.rle"])
  func `an existing file is replaced with --overwrite only`(output: String) async throws {
    let text = try await session(
      """
      life run acorn -n 60 --every 5 -o \(output) -q; mv \(output) whole
      life run acorn -n 60 --every 5 -o \(output) \(Self.interrupting)
      echo mine | tee mine > \(output); life resume c 2> errors; echo $?; cmp mine \(output)
      grep -c "'\(output)'.*--overwrite" errors
      life resume c --overwrite; echo $?; cmp \(output) whole
      """)
    #expect(text == "75\n73\n1\n0\n")
  }

  /// The result is complete only at the end of the run; the second attempt needs no step.
  @Test(.runsProgram) func `an existing single result is replaced with --overwrite only`() throws {
    let text = try run(
      """
      life run acorn -n 6000 -o a.rle -q; mv a.rle whole; echo mine | tee mine > a.rle
      life run acorn -n 6000 -o a.rle --checkpoint c --max-time 0.000001 -q; echo $?
      life resume c 2> errors; echo $?; cmp mine a.rle; grep -c "'a.rle'.*--overwrite" errors
      life info c | grep '^  generation'; life resume c --overwrite -q; echo $?; cmp a.rle whole
      """)
    #expect(text == "75\n73\n1\n  generation  6000\n0\n")
  }

  @Test func `numbered samples are replaced by the same bytes only`() async throws {
    let text = try await session(
      """
      life run acorn -n 60 --every 5 -o s-%d.rle \(Self.interrupting)
      cp c kept; life resume c -q; echo $?; cp kept c; life resume c -q; echo $?
      echo mine | tee mine > s-9.rle; cp kept c; life resume c 2> errors; echo $?
      cmp mine s-9.rle; grep -c "'s-9.rle'.*--overwrite" errors
      life resume c --overwrite -q; echo $?; life diff s-8.rle s-9.rle -q; echo $?
      """)
    #expect(text == "75\n0\n0\n73\n1\n0\n1\n")
  }

  /// Interrupts a run and changes its checkpoint, `c`.
  private static func forgeCheckpoint(
    in shell: Shell, _ change: (inout Checkpoint) -> Void
  ) async throws {
    _ = try await shell.session(
      "life run acorn -n 60 -o a.csv --checkpoint c --max-frames 1 -q --overwrite")
    let file = Path(shell.folder.appending(path: "c").path())
    var (checkpoint, pattern) = try Checkpoint.read(ReadOptions()) { try ByteReader(opening: file) }
    change(&checkpoint)
    try checkpoint.write(pattern, to: FileSink(creating: file, replacement: .overwriting))
  }

  /// A checkpoint with another output, not yet begun.
  @Test(.takesLong, arguments: ["acorn -n 60 -o v.csv", "acorn -n 60 -o v.rle"])
  func `a forged checkpoint replaces no file`(words: String) async throws {
    let shell = try Shell()
    for hasFile in [true, false] {
      try await Self.forgeCheckpoint(in: shell) { checkpoint in
        checkpoint.words = words.split(separator: " ").map { Array($0.utf8) }
        checkpoint.progress = Checkpoint.Progress()
        if hasFile { checkpoint.progress.output = OutputPosition(length: 0, checksum: 0) }
      }
      let victim = String(words.suffix(5))
      let result = try await shell.session(
        """
        echo mine | tee mine > \(victim)
        for attempt in 1 2; do life resume c 2>&1; echo $?; cmp mine \(victim); done
        """)
      let lines = result.text.split(separator: "\n").filter { $0 == "73" }
      #expect(lines.count == 2, "\(result.text)")
      #expect(result.errors.isEmpty && result.status == 0, "\(result.errors)")
    }
  }

  @Test(.runsProgram) func `a device or a pipe is not written`() throws {
    let text = try run(
      """
      life run acorn -n 6000 -o x.rle --checkpoint c --max-time 0.000001 -q 2> errors; echo $?
      rm -f x.rle; ln -s /dev/zero x.rle; life resume c 2> errors; echo $?
      grep -c "'x.rle'.*--overwrite" errors; life resume c -q --overwrite; echo $?
      """)
    #expect(text == "75\n73\n1\n0\n")
  }

  /// If a run is killed while it renames its output, the unfinished and the final name belong to
  /// one file.
  @Test func `a result that still has its unfinished name stays`() async throws {
    let text = try await session(
      """
      life run acorn -n 60 -o a.csv --checkpoint c --max-frames 5 -q; cp c kept
      life resume c -q; cp a.csv whole; ln a.csv .a.csv.kept; mv kept c
      life resume c -q; echo $?; cmp a.csv whole; ls -A | grep kept
      """, exits: 1)
    #expect(text == "0\n")
  }

  @Test func `life info lists the files of a checkpoint`() async throws {
    let text = try await session(
      """
      mkdir in out; cd in
      life run acorn -n 60 -o ../out/a.csv --checkpoint c --max-frames 5 -q
      life info c | grep writes | sed "s,$(pwd -P),PWD,"; cd ..
      life info in/c --json | grep -o '"file":"[^"]*"' | sed "s,$(pwd -P),PWD,"
      life run acorn -n 60 -o s-%d.rle --every 9 --checkpoint c --max-frames 5 -q
      life info c | grep 'writes.*s-%d' | sed "s,$(pwd -P),PWD,"
      """)
    #expect(
      text == """
          writes      PWD/../out/.a.csv.kept (-o, exists)
          writes      PWD/../out/a.csv (-o)
          writes      PWD/c (--checkpoint, exists)
        "file":"PWD/in/../out/.a.csv.kept"
        "file":"PWD/in/../out/a.csv"
        "file":"PWD/in/c"
          writes      PWD/s-%d.rle (-o, up to 8 files)

        """)
  }

  @Test func `life info reports a command line that cannot be resumed`() async throws {
    let shell = try Shell()
    try await Self.forgeCheckpoint(in: shell) { $0.words.append(Array("--\u{1b}[31m".utf8)) }
    for words in ["info c", "info c --json"] {
      let result = try await shell.session("life \(words)")
      #expect(result.status == 0 && result.text.contains("problem"))
      #expect(!result.text.contains("\u{1b}"))
    }
  }

  /// Programs are found in the absolute folders of PATH only.
  @Test func `a program in a relative folder of PATH is not run`() async throws {
    let text = try await session(
      """
      mkdir bin; printf '#!/bin/sh\necho > ran\n' > bin/ffmpeg
      cp bin/ffmpeg ffmpeg; chmod +x bin/ffmpeg ffmpeg
      for path in bin . '' :: bin/ ./bin:none; do
        PATH=$path life run acorn -n 3 -o x.mp4 2> errors; echo $?
      done; ls
      """)
    #expect(text == String(repeating: "73\n", count: 6) + "bin\nerrors\nffmpeg\n")
  }
}
