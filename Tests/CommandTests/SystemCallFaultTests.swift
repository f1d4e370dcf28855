import TestSupport
import Testing

/// The message and exit code when one call to the system or to zlib fails.
///
/// `Tests/Soak/fail-calls` makes every call fail in turn and checks the files.
@Suite struct SystemCallFaultTests {
  static let calls: [(call: String, command: String, status: Int32, words: String)] = [
    // Without a limit, the first file that is opened is that of the system's limit.
    (
      "open", "LIFE_LIMITS=memory=1G life run glider.rle -n 1", 66,
      "glider.rle: cannot open: Input/output error"
    ),
    ("fsync", "life run glider -n 9 --checkpoint c --max-frames 1", 74, "cannot write 'c'"),
    ("rename", "life run glider -n 1 -o x.rle", 74, "cannot rename 'x.rle'"),
    ("mkdir", "life run glider -n 1 --out-dir d", 73, "cannot create 'd'"),
    (
      "unlink", "touch .x.rle.part; life run glider -n 1 -o x.rle", 73,
      "cannot create 'x.rle': Input/output error"
    ),
    ("chdir", "life resume c.life", 66, "cannot open '"),
    ("ftruncate", "life resume c.life", 73, "cannot create 't.csv': Input/output error"),
    ("pread", "life info a.zip", 74, "a.zip: cannot read: Input/output error"),
    ("pipe", "life run glider -n 9 -o x.mp4", 73, "cannot create 'x.mp4': Input/output error"),
    ("write", "life run glider -n 9 -o x.mp4", 74, "cannot write 'x.mp4': Input/output error"),
    ("posix_spawn", "life run glider -n 9 -o x.mp4", 73, "'ffmpeg', which is not installed"),
    ("deflateInit", "life run glider -n 9 -o x.png", 73, "cannot create"),
    ("deflateInit", "life convert glider x.rle.gz", 73, "cannot create"),
    ("inflateInit", "life info g.rle.gz", 74, "g.rle.gz: cannot read: Cannot allocate memory"),
    ("inflateInit", "life info a.zip", 74, "g.rle: cannot read: Cannot allocate memory"),
    ("inflate", "life info g.rle.gz", 74, "g.rle.gz: cannot read: Cannot allocate memory"),
    ("inflate", "life info g.png", 74, "g.png: cannot read: Cannot allocate memory"),
    ("mmap", "life run glider -n 9 -e hashlife", 75, "out of memory for the quadtree"),
    ("calloc", "life run glider -n 9 -o x.y4m", 75, "out of memory for"),
  ]

  @Test(.needs(.python3), arguments: calls.indices)
  func `a failing call is reported with its operation`(index: Int) throws {
    let (call, command, status, words) = Self.calls[index]
    let shell = try Shell()
    defer { shell.remove() }
    let made = try shell.run(
      """
      life convert glider glider.rle && cp glider.rle g.rle && gzip -k g.rle
      life convert glider g.png && python3 -m zipfile -c a.zip g.rle
      life run acorn -n 9 --every 1 -q -o t.csv --checkpoint c.life --max-frames 3
      printf '#!/bin/sh\\ncat > /dev/null\\n' > ffmpeg; chmod +x ffmpeg
      """)
    #expect(made.status == 0, "\(made.errors)")
    let result = try shell.run(
      "export PATH=$PWD:$PATH; before=$(ls -A); export LIFE_FAIL_CALL=\(call); \(command)\n"
        + "code=$?; ls -A | grep '^x\\|\\.x' | grep -v '^.x.rle.part'; exit $code")
    #expect(result.errors.contains("fault: call 1, \(call), fails"), "\(result.errors)")
    #expect(result.status == status, "\(call): \(result.errors)")
    #expect(result.errors.contains(words), "\(call): \(result.errors)")
  }
}
