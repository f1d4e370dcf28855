import LifeCore
import LifeFormats
import LifeIO
import LifeRender

/// All that it takes to go on with a run in another process.
///
///      life-checkpoint␊ │ version │ CRC-32 of the rest │ length │ state │ the cells, as a file
///      16 bytes           4         4                    8        …       …
struct Checkpoint {
  /// What `life run` was told, without the word `run`, and in which folder.
  var words: [Argument]
  var folder: Path
  /// What the pattern was called, and how it was written.
  var name: Path
  var index: Int?
  var format: Format
  /// The files that define its rule.
  var rules: [RuleSource]
  /// The generation at which the run began.
  var start: BigInt
  /// What was found out for a film before the run.
  var outlook: FilmOutlook?
  /// How far it is.
  var progress = Progress()
  /// Where the recorders are, as they wrote it down.
  var recorders: [UInt8] = []

  /// What was done of a run.
  struct Progress {
    var samples = 0
    var lastSample: BigInt?
    /// Spent stepping.
    var seconds = 0.0
  }

  private static let magic = Array("life-checkpoint\n".utf8)
  private static let version = 2
  private static let headerLength = magic.count + 8
}

// MARK: - Writing

extension Checkpoint {
  /// Writes the file, which has its name only when it is whole and on the disk.
  ///
  /// - Throws: ``FileFailure``.
  func write(_ pattern: Pattern, to path: Path) throws {
    let sink = ChecksumSink(try FileSink(creating: path, durable: true))
    let output = ByteWriter(sink)
    try output.write(Self.magic + Self.number(Self.version) + Self.number(0))
    try output.flush()
    let body = ChecksumSink(sink)
    let rest = ByteWriter(body)
    // Rows that are too far apart for RLE are few, and soon a tree.
    let side = pattern.bounds.map { max($0.width, $0.height) } ?? 0
    let kind = pattern.tree == nil && side <= BigInt(Limits().extent) ? Format.rle : .macrocell
    var state = StateWriter()
    save(to: &state)
    state.write(kind == .macrocell)
    var length = StateWriter()
    length.write(state.bytes.count)
    try rest.write(length.bytes + state.bytes)
    try kind.write(pattern, to: rest)
    try rest.flush()
    try rest.overwrite(Self.number(Int(body.checksum)), at: Self.headerLength - 4)
    try rest.finish()
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func save(to state: inout StateWriter) {
    state.write(words.count)
    for word in words { state.write(word.bytes) }
    state.write(folder.bytes)
    state.write(name.bytes)
    state.write(index ?? 0)
    state.write(Array(format.rawValue.utf8))
    state.write(rules.count)
    for rule in rules { rule.save(to: &state) }
    state.write(start)
    state.write(outlook != nil)
    outlook?.save(to: &state)
    state.write(progress.samples)
    state.write(progress.lastSample != nil)
    if let last = progress.lastSample { state.write(last) }
    state.write(progress.seconds)
    state.write(recorders)
  }
}

// MARK: - Reading

extension Checkpoint {
  /// Whether a file looks like a checkpoint.
  static func isOne(_ path: Path) -> Bool {
    guard let input = try? ByteReader(opening: path) else { return false }
    return (try? isOne(input)) ?? false
  }

  /// Whether what is to be read looks like a checkpoint.
  static func isOne(_ input: ByteReader) throws -> Bool {
    while input.available.count < magic.count, try input.fill() {}
    return unsafe input.available.withUnsafeBufferPointer { unsafe $0.starts(with: magic) }
  }

  /// Reads a checkpoint and the pattern in it.
  ///
  /// - Parameters:
  ///   - options: how the cells are read; the checkpoint has the rule.
  ///   - open: called twice: all is verified before anything is believed.
  /// - Throws: ``Failed``, ``ReadError``, ``ParseError``.
  static func read(
    _ options: ReadOptions, _ open: () throws -> ByteReader
  ) throws -> (checkpoint: Checkpoint, pattern: Pattern) {
    try verify(open())
    let input = try open()
    var header = StateReader(try take(headerLength + 8, from: input))
    do {
      for _ in 0..<headerLength / 8 { _ = try header.readInt() }
      var state = StateReader(try take(header.readInt(), from: input))
      let checkpoint = try Checkpoint(from: &state)
      let isTree = try state.readFlag()
      guard state.isAtEnd else { throw StateDamaged() }
      var options = options
      options.findRule = { name in try RuleSource.find(name, among: checkpoint.rules) }
      let (pattern, _) = try Format.read(input, as: isTree ? .macrocell : .rle, options)
      return (checkpoint, pattern)
    } catch is StateDamaged {
      throw damaged(input.path)
    }
  }

  /// What is said of a file whose parts do not fit together.
  static func damaged(_ path: Path) -> Failed {
    Failed(.data, "life: '\(path)' is damaged: it is not what life has written")
  }

  /// Makes sure that a file is a whole checkpoint.
  private static func verify(_ input: ByteReader) throws {
    let path = input.path
    let header = try take(headerLength, from: input)
    guard header.starts(with: magic), header.count == headerLength else {
      throw Failed(.data, "life: '\(path)' is no checkpoint of life's")
    }
    guard header[magic.count..<magic.count + 4].elementsEqual(number(version)) else {
      throw Failed(
        .data,
        "life: '\(path)' was written by another version of life; go on with it there, or run it "
          + "from the start")
    }
    var sum = CRC32()
    repeat {
      sum.add(input.available)
      input.consume(input.available.count)
    } while try input.fill()
    guard header.suffix(4).elementsEqual(number(Int(sum.value))) else { throw damaged(path) }
  }

  /// The next bytes, fewer if the file is over before.
  private static func take(_ count: Int, from input: ByteReader) throws -> [UInt8] {
    var bytes: [UInt8] = []
    repeat {
      let available = input.available
      let part = min(available.count, count - bytes.count)
      guard part >= 0 else { throw damaged(input.path) }
      unsafe available.extracting(0..<part).withUnsafeBufferPointer {
        unsafe bytes.append(contentsOf: $0)
      }
      input.consume(part)
    } while try bytes.count < count && input.fill()
    return bytes
  }

  private init(from state: inout StateReader) throws {
    words = []
    for _ in 0..<(try state.readCount()) { words.append(Argument(bytes: try state.readBytes())) }
    folder = Path(bytes: try state.readBytes())
    name = Path(bytes: try state.readBytes())
    let number = try state.readInt()
    index = number == 0 ? nil : number
    guard let format = Format(rawValue: String(decoding: try state.readBytes(), as: UTF8.self))
    else { throw StateDamaged() }
    self.format = format
    rules = []
    for _ in 0..<(try state.readCount()) { rules.append(try RuleSource(from: &state)) }
    start = try state.readBigInt()
    outlook = try state.readFlag() ? FilmOutlook(from: &state) : nil
    progress.samples = try state.readInt()
    progress.lastSample = try state.readFlag() ? state.readBigInt() : nil
    progress.seconds = try state.readDouble()
    recorders = try state.readBytes()
  }
}
