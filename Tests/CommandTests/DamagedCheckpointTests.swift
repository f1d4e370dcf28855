import Foundation
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import life

/// Checkpoints whose checksum is right, and which say what no run has said.
@Suite struct `A forged checkpoint` {
  /// A folder in which a run was interrupted after some samples, and what it has left there.
  private static func interrupted(
    _ words: String
  ) throws -> (shell: Shell, file: Path, checkpoint: Checkpoint, pattern: Pattern) {
    let shell = try Shell()
    let result = try shell.run("life run \(words) -q --checkpoint c.life --max-frames 3")
    #expect(result.status == 75, "\(result.errors)")
    let file = Path(shell.folder.appending(path: "c.life").path())
    let (checkpoint, pattern) = try Checkpoint.read(ReadOptions()) { try ByteReader(opening: file) }
    return (shell, file, checkpoint, pattern)
  }

  /// What was changed, and what `life resume` says then.
  static let changes:
    [(name: String, change: @Sendable (inout Checkpoint) -> Void, status: Int32, words: String)] = [
      ("nothing", { _ in }, 0, ""),
      (
        "an option", { $0.words.append("--nonsense") }, 65,
        "life resume: the command line in 'c.life' is wrong: "
      ),
      (
        "a request for help", { $0.words = ["-h"] }, 65,
        "life resume: the command line in 'c.life' is no run"
      ),
      ("the folder", { $0.folder = "/no/such/folder" }, 66, "cannot open '/no/such/folder'"),
      ("the output", { $0.words = ["acorn", "-n", "9", "-o", "x-%d.gif"] }, 65, "is damaged"),
      ("no recorders", { $0.recorders = [] }, 65, "is damaged"),
      ("half of the recorders", { $0.recorders.removeLast(20) }, 65, "is damaged"),
      ("an end that was reached", { $0.progress.lastSample = 40 }, 65, "is damaged"),
    ]

  @Test(arguments: changes.indices)
  func `is refused by what is wrong with it`(index: Int) throws {
    let (name, change, status, words) = Self.changes[index]
    var (shell, file, checkpoint, pattern) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    change(&checkpoint)
    try checkpoint.write(pattern, to: file)
    let result = try shell.run("life resume c.life -q")
    #expect(result.status == status, "\(name): \(result.errors)")
    #expect(words.isEmpty ? result.errors.isEmpty : result.errors.contains(words), "\(name)")
  }

  /// All films, tables and numbers that are gone on with, each word of their state in turn.
  @Test(arguments: [
    "acorn -n 40 -o x.gif --age --view auto", "acorn -n 40 -o x.apng --trail 3 --track 1,1/7",
    "acorn -n 40 -o x.csv --plot p.svg",
    "acorn -n 40 -o x-%d.png --every 4 --theme heat --scale 1/3",
  ])
  func `ends no run by a signal, whatever its recorders say`(words: String) throws {
    let (shell, _, checkpoint, pattern) = try Self.interrupted(words)
    defer { shell.remove() }
    let count = min(checkpoint.recorders.count, Effort.isLong ? 600 : 150)
    for offset in stride(from: 0, to: count, by: Effort.isBrief ? 16 : 1) {
      for value in Effort.isLong ? [0, 0x7f, 0x80, 0xff] : [0xff] as [UInt8] {
        var forged = checkpoint
        forged.recorders[offset] = value
        let name = "f-\(offset)-\(value).life"
        try forged.write(pattern, to: Path(shell.folder.appending(path: name).path()))
      }
    }
    let result = try shell.run(
      """
      mkdir kept; for file in .*.part; do cp $file kept; done
      for file in f-*.life; do
        cp kept/.*.part .; life resume $file -q --max-time 1 2> errors; code=$?
        case $code in 0|65|73|74|75) ;; *) echo $file $code; cat errors;; esac
      done
      """)
    #expect(result.text == "", "\(count) bytes")
  }

  /// Of the state itself: its counts, lengths and names.
  @Test func `is refused, or read, whatever its state says`() throws {
    let (shell, file, _, _) = try Self.interrupted(
      "lwss -n 40 -o x.gif --track auto --view 0,0,20x20")
    defer { shell.remove() }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    for offset in 20..<min(bytes.count, 600) {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var forged = bytes
        forged[offset] = value
        Self.sign(&forged)
        _ = try? Checkpoint.read(ReadOptions()) { try ByteReader(forged, name: "c.life") }
      }
    }
  }

  @Test func `names a format that there is`() throws {
    let (shell, file, _, _) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    let name: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0] + Array("rle".utf8)
    let place = try #require(bytes.firstRange(of: name))
    var forged = bytes
    forged[place.upperBound - 1] += 1
    Self.sign(&forged)
    #expect(Self.complaint(forged).contains("is damaged"))
  }

  @Test(arguments: [1, -1, 1 << 40, -(1 << 40), .min])
  func `has a state of the length that it says`(change: Int) throws {
    let (shell, file, _, _) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    var length = StateReader(Array(bytes[24..<32]))
    var other = StateWriter()
    other.write(try length.readInt() &+ change)
    bytes.replaceSubrange(24..<32, with: other.bytes)
    Self.sign(&bytes)
    #expect(Self.complaint(bytes).contains("is damaged"))
  }

  @Test func `of another version is not read`() throws {
    let (shell, file, _, _) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    bytes[16] = 1
    #expect(Self.complaint(bytes).contains("was written by another version of life"))
  }

  /// Puts the checksum right.
  private static func sign(_ bytes: inout [UInt8]) {
    var sum = CRC32()
    sum.add(bytes, from: 24, bytes.count - 24)
    for index in 0..<4 { bytes[20 + index] = UInt8(truncatingIfNeeded: sum.value >> (8 * index)) }
  }

  private static func complaint(_ bytes: [UInt8]) -> String {
    do {
      _ = try Checkpoint.read(ReadOptions()) { try ByteReader(bytes, name: "c.life") }
      return "none"
    } catch {
      return "\(error)"
    }
  }
}

/// The parts of a checkpoint, each with something that cannot be.
@Suite struct `A forged state` {
  private func refused(
    _ write: (inout StateWriter) -> Void, _ read: (inout StateReader) throws -> Void
  ) {
    var state = StateWriter()
    write(&state)
    var reader = StateReader(state.bytes)
    #expect(throws: StateDamaged.self) { try read(&reader) }
  }

  @Test(arguments: [("odd", "rule"), ("rule", "odd"), ("", "")])
  func `of a rule names forms that there are`(form: String, legend: String) {
    refused {
      $0.write(Array("name".utf8))
      $0.write(Array(form.utf8))
      $0.write(Array("@TABLE".utf8))
      $0.write(true)
      $0.write(Array(legend.utf8))
      $0.write([] as [UInt8])
    } _: {
      _ = try RuleSource(from: &$0)
    }
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (5, -1)])
  func `of a film has boxes of some size`(width: Int, height: Int) {
    refused {
      $0.write(true)
      for number in [0, 0, width, height] { $0.write(BigInt(number)) }
      $0.write(false)
      $0.write(false)
    } _: {
      _ = try FilmOutlook(from: &$0)
    }
  }

  @Test(arguments: [0, -1, .min])
  func `of a film takes time to move`(generations: Int) {
    refused {
      $0.write(false)
      $0.write(false)
      $0.write(true)
      for number in [1, 1, generations] { $0.write(number) }
    } _: {
      _ = try FilmOutlook(from: &$0)
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (2, 2), (1 << 41, 1), (1, .max)])
  func `of a camera has a scale`(pixels: Int, cells: Int) throws {
    var camera = try Camera(
      width: 9, height: 9, Zoom(pixelsPerCell: 1, cellsPerPixel: 1),
      .following(canStepBack: true))
    refused {
      $0.write(pixels)
      $0.write(cells)
      $0.write(false)
    } _: {
      try camera.restore(from: &$0)
    }
  }
}
