import LifeIO
import LifeRender
import LifeTerminal

/// Records a session: an object with the size, then an array for each piece of input or output.
///
///     {"version": 2, "width": 80, "height": 24}
///     [0.5, "i", "n"]
///
/// - SeeAlso: <https://docs.asciinema.org/manual/asciicast/v2/>
final class PlayRecording {
  private let writer: ByteWriter
  private var failure: (any Error)?

  init(_ path: Path, size: Size) throws {
    writer = try openOutput(path)
    try writer.write("{\"version\": 2, \"width\": \(size.width), \"height\": \(size.height)}\n")
  }

  func add(_ time: Duration, kind: String, bytes: [UInt8]) {
    guard failure == nil else { return }
    do {
      try writer.write("[\(seconds(time)), \"\(kind)\", ")
      try writer.write(JSONValue(repairing: bytes).utf8)
      try writer.write("]\n")
    } catch {
      failure = error
    }
  }

  func finish() throws {
    if let failure { throw failure }
    try writer.finish()
  }

  private func seconds(_ time: Duration) -> String {
    let microseconds = Int(time / .microseconds(1))
    let digits = String(1_000_000 + microseconds % 1_000_000).dropFirst()
    return "\(microseconds / 1_000_000).\(digits)"
  }
}
