import Glibc
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// A run that was interrupted after some samples: its checkpoint and its partial outputs.
///
/// An input of the fuzz target edits the checkpoint, and the run is resumed from the result. The
/// checksum is correct, so that the edits reach the code that restores a run. The options of the
/// run are never edited: they name the files that a run replaces.
struct ForgedRun {
  private let request: RunRequest
  /// The checkpoint behind its checksum.
  private let body: [UInt8]
  private let outputs: [(name: String, bytes: [UInt8])]

  /// One request: the output, the rule, and further changes.
  private struct Setting {
    var output: Path
    var rule = "B3/S23"
    var change: (inout RunRequest) -> Void = { _ in }
  }

  /// All kinds of resumable outputs, and all states of the drawing.
  nonisolated(unsafe) private static let settings = [
    Setting(output: "x.rle") { $0.interval = 2 },
    Setting(output: "x-%d.rle") { $0.interval = 2 },
    Setting(output: "x-%d.mc") {
      $0.engine.engine = .hashlife; $0.interval = 2
    },
    Setting(output: "x-{generation}.rle", rule: "345/2/4") { $0.interval = 1 },
    Setting(output: "x.rle", rule: "B3/S23:T30") {
      $0.interval = 3; $0.isVerified = true
    },
    Setting(output: "x.csv"),
    Setting(output: "x.ndjson") { $0.interval = 2 },
    Setting(output: "x.gif") {
      $0.view.view = .auto; $0.view.appearance.isAged = true
    },
    Setting(output: "x.gif") {
      $0.view.view = window; $0.view.appearance.hasLabel = true
    },
    Setting(output: "x.apng") {
      $0.view.track = .velocity(Velocity(x: 1, y: 1, generations: 4))
      $0.view.appearance.trail = 3
    },
    Setting(output: "x.y4m") {
      $0.view.view = window; $0.view.appearance.theme = .heat
    },
    Setting(output: "x-%d.png") {
      $0.interval = 2
      $0.view.zoom = Zoom(pixelsPerCell: 1, cellsPerPixel: 3)
    },
    Setting(output: "x-%02d.png") {
      $0.interval = 1; $0.view.appearance.theme = .history
    },
    Setting(output: "x.ppm") {
      $0.interval = 1; $0.view.view = window
    },
    Setting(output: "x.ans") { $0.view.view = window },
    Setting(output: "x.html") { $0.view.view = .auto },
    Setting(output: "x-%d.svg") {
      $0.interval = 3; $0.view.view = .fit
    },
    Setting(output: "x.csv") { $0.plot = "p.svg" },
    Setting(output: "x.gif") {
      $0.plot = "p.png"; $0.view.appearance.trail = 2
    },
    Setting(output: "x.gif", rule: "B0/S8:T30,20"),
    Setting(output: "x.apng", rule: "R2,C0,M1,S3..8,B5..7,NM") { $0.view.view = window },
  ]

  private static let window = ViewChoice.window(
    AbsoluteWindow(corner: Position(x: -2, y: -3), width: 20, height: 16))

  /// Makes the runs in an empty folder of their own, which becomes the current one.
  static func all() throws -> [ForgedRun] {
    try enterScratchFolder()
    return unsafe try settings.map { setting in
      defer { emptyFolder() }
      return try ForgedRun(setting)
    }
  }

  private init(_ setting: Setting) throws {
    var request = RunRequest(length: .generations(12))
    request.engine.threads = 1
    request.engine.memoryLimit = 64 << 20
    request.checkpoint = CheckpointRequest(file: "c.life")
    request.output.destination = setting.output
    setting.change(&request)
    self.request = request
    let text = "x = 9, y = 5, rule = \(setting.rule)\nbo5bo$2bo$3o4bo$6b2o$7b2o!\n"
    let pattern = try Format.read(
      ByteReader(Array(text.utf8), name: "p.rle"), options: ReadOptions())
    request.limits.samples = 3
    try Self.run(
      request, of: LoadedPattern(name: "p.rle", format: .rle, pattern: pattern.pattern))
    body = Array(contents(of: "c.life").dropFirst(24))
    outputs = namesInFolder().filter { $0.hasSuffix(".part") }.map { ($0, contents(of: $0)) }
  }

  private static func run(
    _ request: RunRequest, of loaded: LoadedPattern, resuming checkpoint: Checkpoint? = nil
  ) throws {
    let plan = try RunPlan(request, loaded: loaded, resuming: checkpoint)
    var execution = try RunExecution(plan, loaded: loaded, resuming: checkpoint)
    _ = try execution.run()
  }

  /// Resumes the run from its checkpoint with the edits of an input.
  func resume(editedBy edits: ArraySlice<UInt8>) {
    defer { emptyFolder() }
    for output in outputs { write(output.bytes, to: output.name) }
    do {
      let file = sealed(edited(edits))
      let (checkpoint, read) = try Checkpoint.read(Self.reading) {
        try ByteReader(file, name: "c.life")
      }
      var request = request
      var pattern = read
      request.limits.time = Interruption.clock.now - Interruption.began + Watchdog.limit
      pattern.universe = try pattern.rule.fitted(pattern.universe)
      let loaded = LoadedPattern(
        name: checkpoint.name, index: checkpoint.index, format: checkpoint.format,
        pattern: pattern)
      try Self.run(request, of: loaded, resuming: checkpoint)
    } catch {
      requireReport(of: error)
    }
  }

  /// As `life resume` reads a checkpoint.
  private static var reading: ReadOptions {
    var options = ReadOptions()
    options.limits.cellBytes = 64 << 20
    options.limits.cellExpansion.first = .max
    options.limits.noteBytes = .max
    options.limits.trailerBytes = .max
    return options
  }

  /// Edits are eleven bytes each: an operation, an offset of two bytes, and a value of eight.
  ///
  /// Numbers in a checkpoint are eight bytes, the lowest first, at any offset.
  private func edited(_ edits: ArraySlice<UInt8>) -> [UInt8] {
    var body = body
    for start in stride(from: edits.startIndex, to: edits.endIndex - 10, by: 11) {
      let offset = (Int(edits[start + 1]) | Int(edits[start + 2]) << 8) % max(1, body.count)
      let value = Array(edits[start + 3..<start + 11])
      let place = offset..<min(offset + 8, body.count)
      switch edits[start] % 6 {
      case 0: body.replaceSubrange(offset..<min(offset + 1, body.count), with: value.prefix(1))
      case 1: body.replaceSubrange(place, with: value.prefix(place.count))
      case 2:
        var carry = 0
        for (index, byte) in zip(place, value) {
          carry += Int(body[index]) + Int(byte)
          body[index] = UInt8(truncatingIfNeeded: carry)
          carry >>= 8
        }
      case 3: body.insert(contentsOf: value.prefix(1 + Int(value[7] % 8)), at: offset)
      case 4: body.removeSubrange(offset..<min(offset + 1 + Int(value[0] % 32), body.count))
      default:
        let source = (Int(value[0]) | Int(value[1]) << 8) % max(1, body.count)
        for index in 0..<min(8, body.count - max(source, offset)) {
          body[offset + index] = body[source + index]
        }
      }
    }
    return body
  }
}

// MARK: - Files

/// A folder in memory if there is one: a checkpoint waits until it is on the disk.
private func enterScratchFolder() throws {
  let parent = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  let folder = "\(parent)/life-fuzz-\(getpid())"
  precondition(unsafe mkdir(folder, 0o700) == 0 && chdir(folder) == 0, "no folder for the runs")
  atexit {
    emptyFolder()
    guard let folder = currentFolder() else { return }
    _ = unsafe rmdir("\(folder)")
  }
}

private func namesInFolder() -> [String] {
  guard let folder = unsafe opendir(".") else { return [] }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

private func emptyFolder() { for name in namesInFolder() { unsafe unlink(name) } }

private func write(_ bytes: [UInt8], to name: String) {
  let file = unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  precondition(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count, "\(name)")
  close(file)
}

private func contents(of name: String) -> [UInt8] {
  let file = unsafe open(name, O_RDONLY)
  defer { close(file) }
  let count = lseek(file, 0, SEEK_END)
  precondition(count >= 0, "\(name)")
  var bytes = [UInt8](repeating: 0, count: Int(count))
  precondition(unsafe pread(file, &bytes, bytes.count, 0) == bytes.count, "\(name)")
  return bytes
}
