import Foundation
import LifeRender
import Testing

/// Films as an independent decoder sees them.
@Suite struct FilmDecodingTests {
  static let ffmpeg = executable("ffmpeg")
  static let pamfile = executable("pamfile")

  static let soups = (0..<5).map { Soup(width: 130, height: 7, seed: $0) }

  @Test(.enabled(if: ffmpeg != nil), arguments: [1, 3])
  func `ffmpeg reads every frame and pixel of a PPM film`(scale: Int) throws {
    let decoded = try decode(.ppm, scale: scale, pixelFormat: "rgb24")
    #expect(decoded == Self.soups.flatMap { $0.rgb(scale: scale) })
  }

  @Test(.enabled(if: ffmpeg != nil), arguments: [1, 3])
  func `ffmpeg reads every frame and pixel of a PBM film`(scale: Int) throws {
    let decoded = try decode(.pbm, scale: scale, pixelFormat: "gray")
    let paper = Palette(dead: Color(gray: 255), alive: Color(gray: 0))
    let pixels = Self.soups.flatMap { $0.rgb(scale: scale, paper) }
    #expect(decoded == stride(from: 0, to: pixels.count, by: 3).map { pixels[$0] })
  }

  @Test(
    .enabled(if: pamfile != nil),
    arguments: [
      (FilmKind.ppm, "PPM raw, 260 by 14  maxval 255"), (FilmKind.pbm, "PBM raw, 260 by 14"),
    ])
  func `netpbm counts the pictures of a film`(kind: FilmKind, description: String) throws {
    let text = try withScratchFile(film(of: Self.soups, kind, scale: 2)) { name in
      try run(#require(Self.pamfile), ["-allimages", name])
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == Self.soups.count)
    for line in lines { #expect(line.hasSuffix(description)) }
  }

  private func decode(_ kind: FilmKind, scale: Int, pixelFormat: String) throws -> [UInt8] {
    try withScratchFile(film(of: Self.soups, kind, scale: scale)) { name in
      try run(
        #require(Self.ffmpeg),
        ["-v", "error", "-nostdin", "-f", "image2pipe", "-c:v", kind.name, "-i", name]
          + ["-f", "rawvideo", "-pix_fmt", pixelFormat, "-fps_mode", "passthrough", "-"])
    }
  }
}

// MARK: - Running other programs

private func executable(_ name: String) -> String? {
  let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
  return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
}

/// Calls `body` with the name of a file of these bytes.
private func withScratchFile<Result>(
  _ bytes: [UInt8], _ body: (String) throws -> Result
) throws -> Result {
  let file = FileManager.default.temporaryDirectory.appending(path: "life-\(UUID())")
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try body(file.path)
}

/// What a program writes to standard output.
private func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  return Array(bytes)
}
