import Foundation
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import TestSupport
import Testing

@testable import LifeRun
@testable import LifeCommand

/// Checkpoints with changed contents and a correct checksum.
@Suite struct ForgedCheckpointTests {
  /// A folder with an interrupted run, its checkpoint, and the pattern of the checkpoint.
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

  static func words(_ line: String) -> [[UInt8]] {
    line.split(separator: " ").map { Array($0.utf8) }
  }

  /// A change of the checkpoint, and the exit code and message of `life resume`.
  static let changes:
    [(name: String, change: @Sendable (inout Checkpoint) -> Void, status: Int32, words: String)] = [
      ("nothing", { _ in }, 0, ""),
      (
        "an option", { $0.words.append(Array("--nonsense".utf8)) }, 65,
        "life: 'c.life': the command line of the run is invalid: "
      ),
      (
        "a request for help", { $0.words = [Array("-h".utf8)] }, 65,
        "life: 'c.life': the command line is not a run"
      ),
      ("the folder", { $0.folder = "/no/such/folder" }, 66, "cannot open '/no/such/folder'"),
      (
        "the output", { $0.words = Self.words("acorn -n 9 -o x-%d.gif") }, 65,
        "damaged checkpoint"
      ),
      ("no recorders", { $0.writers = [] }, 65, "damaged checkpoint"),
      ("half of the recorders", { $0.writers.removeLast(20) }, 65, "damaged checkpoint"),
      ("an end that was reached", { $0.progress.lastSample = 40 }, 65, "damaged checkpoint"),
      ("a start after the cells", { $0.start = 1000 }, 65, "damaged checkpoint"),
      ("a sample before the start", { $0.progress.lastSample = -1 }, 65, "damaged checkpoint"),
      ("too many samples", { $0.progress.samples = .max }, 65, "damaged checkpoint"),
      ("a negative number of samples", { $0.progress.samples = -1 }, 65, "damaged checkpoint"),
      ("a time that is not a number", { $0.progress.seconds = .nan }, 65, "damaged checkpoint"),
      ("an infinite time", { $0.progress.seconds = .infinity }, 65, "damaged checkpoint"),
      ("a pattern before the first", { $0.index = -1 }, 65, "damaged checkpoint"),
    ]

  @Test(arguments: changes.indices)
  func `a forged field of a checkpoint is refused with a reason`(index: Int) throws {
    let (name, change, status, words) = Self.changes[index]
    var (shell, file, checkpoint, pattern) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    change(&checkpoint)
    try checkpoint.write(pattern, to: file)
    // A copy: a process that another test begins inherits the lock of what was written here, and
    // holds it until it executes its program.
    let result = try shell.run("cp c.life copy && mv copy c.life && life resume c.life -q")
    #expect(result.status == status, "\(name): \(result.errors)")
    #expect(words.isEmpty ? result.errors.isEmpty : result.errors.contains(words), "\(name)")
  }

  /// Every byte of the state of animations, tables and plots in turn.
  @Test(arguments: [
    "acorn -n 40 -o x.gif --age --view auto", "acorn -n 40 -o x.apng --trail 3 --track 1,1/7",
    "acorn -n 40 -o x.csv --plot p.svg", "acorn -n 40 -o x.html --view auto",
    "acorn -n 40 -o x-%d.png --every 4 --theme heat --scale 1/3",
  ])
  func `a forged recorder state causes no trap`(words: String) throws {
    let (shell, _, checkpoint, pattern) = try Self.interrupted(words)
    defer { shell.remove() }
    let count = min(checkpoint.writers.count, Effort.isLong ? 600 : 150)
    var forgeries = 0
    for offset in stride(from: 0, to: count, by: Effort.isBrief ? 16 : Effort.isLong ? 1 : 2) {
      for value in Effort.isLong ? [0, 0x7f, 0x80, 0xff] : [0xff] as [UInt8] {
        var forged = checkpoint
        forged.writers[forged.writers.startIndex + offset] = value
        let name = "f-\(offset)-\(value).life"
        try forged.write(pattern, to: Path(shell.folder.appending(path: name).path()))
        forgeries += 1
      }
    }
    let result = try shell.run(
      """
      mkdir kept; for file in .*.part; do cp $file kept; done
      for file in f-*.life; do
        count=$((count + 1))
        cp kept/.*.part .; life resume $file -q --max-time 1 2> errors; code=$?
        case $code in 0|65|73|74|75) ;; *) echo $file $code; cat errors;; esac
      done
      echo $count
      """)
    #expect(result.text == "\(forgeries)\n")
  }

  /// Every byte of the checkpoint's own fields: counts, lengths and names.
  @Test func `a checkpoint with a forged byte is read or refused with a message`() throws {
    let (shell, file, _, _) = try Self.interrupted(
      "lwss -n 40 -o x.gif --track auto --view 0,0,20x20")
    defer { shell.remove() }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    var refused = 0
    for offset in 24..<min(bytes.count, 600) {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var forged = bytes
        forged[offset] = value
        Self.sign(&forged)
        let message = Self.message(forged)
        #expect(message == "none" || message.contains("c.life"), "\(offset) \(value): \(message)")
        refused += message == "none" ? 0 : 1
      }
    }
    #expect(refused > 500)
  }

  @Test func `a checkpoint of an unknown format is refused`() throws {
    let (shell, file, _, _) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    let name: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0] + Array("rle".utf8)
    let place = try #require(bytes.firstRange(of: name))
    var forged = bytes
    forged[place.upperBound - 1] += 1
    Self.sign(&forged)
    #expect(Self.message(forged).contains("damaged checkpoint"))
  }

  @Test(arguments: [1, -1, 1 << 40, -(1 << 40), .min])
  func `a checkpoint with a wrong length of its state is refused`(change: Int) throws {
    let (shell, file, _, _) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    var saved = StateExchange(restoring: bytes[24..<32])
    var length = 0
    try saved.exchange(&length)
    var other = StateExchange()
    other.write(length &+ change)
    bytes.replaceSubrange(24..<32, with: other.bytes)
    Self.sign(&bytes)
    #expect(Self.message(bytes).contains("damaged checkpoint"))
  }

  @Test func `a checkpoint of another version is refused`() throws {
    let (shell, file, _, _) = try Self.interrupted("acorn -n 40 -o x.gif")
    defer { shell.remove() }
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(file)")))
    bytes[16] = 1
    #expect(Self.message(bytes).contains("was written by another version of life"))
  }

  /// Corrects the checksum.
  private static func sign(_ bytes: inout [UInt8]) {
    var sum = CRC32()
    sum.add(bytes, from: 24, count: bytes.count - 24)
    for index in 0..<4 { bytes[20 + index] = UInt8(truncatingIfNeeded: sum.value >> (8 * index)) }
  }

  private static func message(_ bytes: [UInt8]) -> String {
    do {
      _ = try Checkpoint.read(ReadOptions()) { try ByteReader(bytes, name: "c.life") }
      return "none"
    } catch {
      return "\(error)"
    }
  }
}

/// The parts of a checkpoint, and impossible values in them.
@Suite struct ForgedStateTests {
  /// A checkpoint with random contents.
  private func checkpoint(seed: Int) -> Checkpoint {
    var random = Seeded(seed)
    func number() -> BigInt { BigInt(Int.random(in: 1...Int.max, using: &random)) }
    func bytes() -> [UInt8] { (0..<Int.random(in: 0...9, using: &random)).map { UInt8($0) } }
    func box() -> Bounds? {
      Bool.random(using: &random)
        ? Bounds(x: number(), y: number() * -1, width: number() * number(), height: number()) : nil
    }
    var made = Checkpoint()
    made.words = (0..<seed % 4).map { _ in bytes() }
    made.folder = Path(bytes: bytes())
    made.name = Path(bytes: bytes())
    made.index = seed % 3 == 0 ? nil : seed
    made.format = Format.allCases.randomElement(using: &random)!
    made.rules = (0..<seed % 3).map { index in
      var rule = RuleSource(stem: bytes(), content: .tree, bytes: bytes())
      if index == 1 { rule.legend = (.colors, bytes()) }
      return rule
    }
    made.start = number()
    made.end = seed % 2 == 0 ? nil : (seed, seed % 5 == 0)
    if seed % 4 > 0 {
      var bounds = RunBounds()
      bounds.firstBounds = box()
      bounds.allBounds = box()
      bounds.velocity = seed % 4 == 1 ? nil : Velocity(x: seed, y: -seed, generations: seed)
      made.runBounds = bounds
    }
    made.progress.samples = seed
    made.progress.lastSample = seed % 5 == 0 ? nil : number()
    made.progress.seconds = Double(seed) / 3
    made.writers = bytes()[...]
    return made
  }

  private func saved(_ checkpoint: Checkpoint) throws -> ArraySlice<UInt8> {
    var checkpoint = checkpoint
    var state = StateExchange()
    try checkpoint.exchange(with: &state)
    return state.bytes
  }

  @Test(arguments: 0..<60) func `a restored checkpoint equals the saved one`(seed: Int) throws {
    let made = checkpoint(seed: seed)
    let bytes = try saved(made)
    var restored = Checkpoint()
    var state = StateExchange(restoring: bytes)
    try restored.exchange(with: &state)
    #expect(state.bytes.isEmpty)
    #expect("\(restored)" == "\(made)")
    #expect(try saved(restored) == bytes)
    for length in bytes.indices {
      var truncated = StateExchange(restoring: bytes[..<length])
      #expect(throws: InvalidSavedState.self) { try restored.exchange(with: &truncated) }
    }
  }

  private func refused(
    by value: some Resumable, _ write: (inout StateExchange) -> Void
  ) {
    var state = StateExchange()
    write(&state)
    var reader = StateExchange(restoring: state.bytes)
    var value = value
    #expect(throws: InvalidSavedState.self) { try value.exchange(with: &reader) }
  }

  @Test(arguments: [("odd", "rule"), ("rule", "odd"), ("", "")])
  func `an unknown form of a rule file is refused`(form: String, legend: String) {
    refused(by: RuleSource()) {
      $0.write(Array("name".utf8))
      $0.write(Array(form.utf8))
      $0.write(Array("@TABLE".utf8))
      $0.write(true)
      $0.write(Array(legend.utf8))
      $0.write([] as [UInt8])
    }
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (5, -1)])
  func `an empty box in a checkpoint is refused`(width: Int, height: Int) {
    refused(by: RunBounds()) {
      $0.write(true)
      for number in [0, 0, width, height] { $0.write("\(number)".utf8) }
      $0.write(false)
      $0.write(false)
    }
  }

  @Test(arguments: [0, -1, .min])
  func `a velocity without generations is refused`(generations: Int) {
    refused(by: RunBounds()) {
      $0.write(false)
      $0.write(false)
      $0.write(true)
      for number in [1, 1, generations] { $0.write(number) }
    }
  }

  /// Before memory is made for them.
  @Test(arguments: [-1, 300, 1 << 40])
  func `more words than the state holds are refused`(count: Int) {
    refused(by: ChangeCounter(.life)) {
      $0.write(false)
      $0.write(true)
      for _ in 0..<2 { $0.write("0".utf8) }
      $0.write(false)
      $0.write(count)
      for _ in 0..<400 { $0.write(0) }
    }
  }

  /// Words are in reading order, inside the largest window, and aligned.
  @Test(arguments: [(0, [64, 0]), (0, [0, 0]), (0, [1]), (0, [1 << 29]), (0, [-64]), (1, [0])])
  func `words that are out of order or place are refused`(x: Int, keys: [Int]) {
    refused(by: ChangeCounter(.life)) {
      $0.write(false)
      $0.write(true)
      for number in [x, 0] { $0.write("\(number)".utf8) }
      $0.write(false)
      $0.write(keys.count)
      for key in keys {
        $0.write(key)
        $0.write(-1)
      }
    }
  }

  /// The colors are those of the first scale.
  @Test(arguments: [(2, 1, true), (1, 3, true), (1, 1, false), (4, 1, false), (1, 2, false)])
  func `a scale that the view cannot have is refused`(
    pixels: Int, cells: Int, canZoomOut: Bool
  ) throws {
    let zoom =
      canZoomOut
      ? Zoom(pixelsPerCell: 1, cellsPerPixel: 4) : Zoom(pixelsPerCell: 3, cellsPerPixel: 1)
    let steady = Viewport.Movement.steady(
      .origin, at: 0, Velocity(x: 0, y: 0, generations: 1))
    let viewport = try Viewport(
      width: 12, height: 12, zoom, movement: canZoomOut ? .following(canZoomOut: true) : steady)
    refused(by: viewport) {
      $0.write(pixels)
      $0.write(cells)
      $0.write(false)
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (2, 2), (1 << 41, 1), (1, .max)])
  func `an impossible scale is refused`(pixels: Int, cells: Int) throws {
    let viewport = try Viewport(
      width: 9, height: 9, Zoom(pixelsPerCell: 1, cellsPerPixel: 1),
      movement: .following(canZoomOut: true))
    refused(by: viewport) {
      $0.write(pixels)
      $0.write(cells)
      $0.write(false)
    }
  }
}
