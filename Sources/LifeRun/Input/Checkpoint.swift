import LifeAnalysis
package import LifeCore
package import LifeFormats
package import LifeIO
import LifeRender

/// An unfinished run for another process to resume: its options, its cells, and the length of its
/// complete output.
///
///      life-checkpoint␊ │ version │ CRC-32 of the rest │ length │ lines │ the cells, as a file
///      16 bytes           4         4                    4        …       …
///
/// The cells are RLE or macrocell: they need no codec of their own, and a checkpoint can be read as
/// a pattern.
package struct Checkpoint {
  /// The arguments of `life run`, without the word `run`, and the folder where it was started.
  package var words: [[UInt8]] = []
  package var folder: Path = "."
  /// The pattern as named by the user, its index in the file, and its format.
  package var name: Path = "-"
  package var index: Int?
  package var format = Format.rle
  /// The rule files that the pattern needs.
  package var rules: [RuleSource] = []
  /// The first generation of the run.
  package var start: BigInt = 0
  /// Generations from the start of the run to its end, and whether its condition holds then; `nil`
  /// if the run has no condition (`--until stable`).
  var end: (generations: Int, isMet: Bool)?
  /// The results of the scan before the run, for the view of an animation.
  package var runBounds: RunBounds?
  package var progress = Progress()
  /// The file of this checkpoint in a resumed run, owned by this process.
  package var file: OwnedFile?

  /// The completed part of a run.
  package struct Progress {
    package var samples = 0
    /// The last generation that the outputs have seen.
    package var lastSeen: BigInt?
    /// Wall-clock seconds spent stepping.
    package var seconds = 0.0
    /// The complete part of the unfinished output; `nil` if there is no such output.
    var output: OutputPosition?
  }

  private static let magic = ProtectedFile.checkpointSignature
  private static let version: UInt32 = 4
  private static let headerLength = magic.count + 8
}

// MARK: - Writing

extension Checkpoint {
  /// Writes the checkpoint and finishes its file.
  ///
  /// - Throws: ``FileFailure``.
  func write(_ pattern: Pattern, to file: FileSink) throws {
    let header = Self.magic + Self.version.littleEndianBytes + UInt32(0).littleEndianBytes
    try file.write(header.span)
    file.startChecksum()
    let rest = ByteWriter(file)
    // A pattern in rows that is too wide or high for RLE is sparse, so converting it to a quadtree
    // is fast.
    let side = pattern.bounds.map { max($0.width, $0.height) } ?? 0
    let kind = pattern.tree == nil && side <= BigInt(Limits().extent) ? Format.rle : .macrocell
    let lines = stateLines(cells: kind)
    try rest.write(UInt32(lines.count).littleEndianBytes + lines)
    try kind.write(pattern, to: rest)
    try rest.flush()
    try rest.overwrite(file.checksum.littleEndianBytes, at: Self.headerLength - 4)
    try rest.finish()
  }
}

// MARK: - Reading

extension Checkpoint {
  /// Reads a checkpoint and the pattern in it.
  ///
  /// - Parameters:
  ///   - options: for reading the cells; the rule is read from the checkpoint.
  ///   - open: opens the file; called twice, because the checksum is verified before anything is
  ///     used.
  /// - Throws: ``RunFailure``, ``ReadError``, ``ParseError``.
  package static func read(
    _ options: ReadOptions, _ open: () throws -> ByteReader
  ) throws -> (checkpoint: Checkpoint, pattern: Pattern) {
    try verify(open())
    let input = try open()
    let header = try input.take(headerLength + 4)
    let length = header.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    do {
      var checkpoint = Checkpoint()
      let cells = try checkpoint.read(lines: try input.take(length))
      var options = options
      options.findRule = { name in try RuleSource.find(name, among: checkpoint.rules) }
      let (pattern, _) = try Format.read(input, as: cells, options: options)
      // A run is not before its start or its last sample.
      let last = checkpoint.progress.lastSeen ?? checkpoint.start
      guard checkpoint.start <= last, last <= pattern.generation else { throw InvalidSavedState() }
      return (checkpoint, pattern)
    } catch is InvalidSavedState {
      throw damaged(input.path)
    }
  }

  /// The failure for a checkpoint with inconsistent contents.
  package static func damaged(_ path: Path) -> RunFailure {
    RunFailure(
      .invalidData, "'\(path)' is a damaged checkpoint; run the pattern again from the start")
  }

  /// Checks that a file is a complete checkpoint.
  private static func verify(_ input: ByteReader) throws {
    let path = input.path
    let header = try input.take(headerLength)
    guard header.starts(with: magic), header.count == headerLength else {
      throw RunFailure(.invalidData, "'\(path)' is not a life checkpoint")
    }
    guard header[magic.count..<magic.count + 4].elementsEqual(version.littleEndianBytes) else {
      throw RunFailure(
        .invalidData,
        "'\(path)' was written by another version of life; resume it with that version, or "
          + "run it from the start")
    }
    var sum = CRC32()
    repeat {
      sum.add(input.available)
      input.consume(input.available.count)
    } while try input.fill()
    guard header.suffix(4).elementsEqual(sum.value.littleEndianBytes) else { throw damaged(path) }
  }
}

/// The complete part of an output: the length of its unfinished file and the CRC-32 of these bytes.
struct OutputPosition: Hashable {
  var length: Int
  var checksum: UInt32
}
