import Foundation
import LifeIO
import Testing

@Suite struct FailureTests {
  static let sentences: [(FileFailure, String)] = [
    (
      FileFailure(.open, path: "a.rle", code: ENOENT),
      "cannot open 'a.rle': No such file or directory"
    ),
    (FileFailure(.read, path: "-", code: EISDIR), "cannot read standard input: Is a directory"),
    (
      FileFailure(.read, path: "a b", code: EISDIR),
      "cannot read 'a b': Is a directory; name files in it, such as 'a b'/*"
    ),
    (FileFailure(.open, path: "-", code: EBADF), "cannot open standard input: Bad file descriptor"),
    (FileFailure(.write, path: "-", code: EPIPE), "cannot write to standard output: Broken pipe"),
    (
      FileFailure(.create, path: "-", code: EBADF),
      "cannot create standard output: Bad file descriptor"
    ),
    (
      FileFailure(.create, path: "a\nb", code: EEXIST, advice: "try again"),
      "cannot create 'a?b': File exists; try again"
    ),
  ]

  @Test(arguments: sentences)
  func `a failure says what, where and why`(failure: FileFailure, sentence: String) {
    #expect("\(failure)" == sentence)
  }

  static let reports: [(ReadError, String)] = [
    (
      .file(FileFailure(.read, path: "-", code: EISDIR)),
      "standard input: cannot read: Is a directory"
    ),
    (.data("-", "it is cut short"), "standard input: it is cut short"),
    (.data("a.gz", "it is cut short"), "a.gz: it is cut short"),
  ]

  @Test(arguments: reports)
  func `a read error begins with the file`(error: ReadError, report: String) {
    #expect("\(error)" == report)
  }

  static let names: [([UInt8], String)] = [
    (Array("gun.rle".utf8), "gun.rle"), (Array("gün.rle".utf8), "gün.rle"),
    ([0x61, 0xff, 0x62], "a\u{fffd}b"), ([0x61, 0x1b, 0x5b], "a?["),
  ]

  @Test(arguments: names)
  func `control characters of a file name are not printed`(bytes: [UInt8], shown: String) {
    #expect("\(Path(bytes: bytes))" == shown)
  }
}
