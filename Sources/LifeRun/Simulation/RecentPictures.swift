package import LifeCore
package import LifeIO
import LifeRender

/// The last pictures of a session, all of one size and palette.
package struct RecentPictures: Sendable, Equatable {
  private var last: SimulationPicture?
  /// All pictures including the last one, the oldest first.
  private var packed: [PackedIndices] = []
  private var packedBytes = 0
  /// The generation of the last picture.
  package private(set) var generation: BigInt = 0
  /// The time for which an animation shows each picture, from 1/30 s to a minute.
  package var secondsPerPicture = 0.0

  package static let maxPictures = 600
  /// Enough for 20 pictures of 1600 × 1000 pixels of a soup at one pixel per cell, and for
  /// ``maxPictures`` pictures of most other views.
  private static let maxBytes = 1 << 26

  package init() {}

  package var count: Int { packed.count }

  /// Adds the picture of a generation, unless it equals the last one of the same generation. Drops
  /// all pictures of another size, zoom or palette, and the oldest ones beyond ``maxPictures`` or
  /// the memory limit.
  package mutating func append(_ picture: SimulationPicture, at generation: BigInt) {
    guard !picture.indices.isEmpty else { return }
    defer { self.generation = generation }
    if let last {
      let isEqual = last.indices == picture.indices && self.generation == generation
      let isAlike =
        last.palette == picture.palette && last.view.width == picture.view.width
        && last.view.height == picture.view.height && last.view.zoom == picture.view.zoom
      if isAlike, isEqual { return }
      if !isAlike { self = RecentPictures() }
    }
    last = picture
    let new = PackedIndices(picture.indices)
    packed.append(new)
    packedBytes += new.byteCount
    while packed.count > Self.maxPictures || packedBytes > Self.maxBytes && packed.count > 1 {
      packedBytes -= packed.removeFirst().byteCount
    }
  }

  /// The indices of each picture, the oldest first.
  package var indices: some Sequence<[UInt8]> { packed.lazy.map(\.unpacked) }

  /// Writes the last picture, or the last `count` pictures as an animation. The name selects the
  /// format.
  ///
  /// - Returns: the number of pictures in the file.
  /// - Throws: ``RunFailure``, ``FileFailure``, ``ProgramFailure``, ``ShapeRefused``,
  ///   ``MemoryExhausted``.
  @discardableResult
  package func write(to path: Path, last count: Int = maxPictures) throws -> Int {
    guard let last else { throw RunFailure(.usage, "no picture yet") }
    let format = try Self.format(of: path)
    let shown = packed.suffix(format.isStill ? 1 : max(1, count))
    let width = last.view.width
    let height = last.view.height
    let scale = max(1, Self.maxEnlargedSide / max(width, height))
    var properties = ImageProperties(
      width: width * scale, height: height * scale, palette: Palette(last.palette))
    properties.frameCount = shown.count
    if secondsPerPicture * 30 > 1 {
      let milliseconds = Int((min(secondsPerPicture, 60) * 1000).rounded())
      properties.rate = FrameRate(1000, denominator: milliseconds)
    }
    let output = try format.usesFFmpeg ? format.openVideo(path, properties) : openOutput(path)
    var writer = format.makeWriter(to: output, properties)
    try writer.begin()
    for picture in shown {
      try writer.append(
        Image(
          picture.unpacked, width: width, height: height, scale: scale,
          palette: properties.palette))
    }
    try writer.finish()
    try output.finish()
    return shown.count
  }

  /// Checks that a file name has the extension of a picture or an animation.
  ///
  /// - Throws: ``RunFailure``.
  package static func check(_ path: Path) throws { _ = try format(of: path) }

  private static func format(of path: Path) throws -> ImageFormat {
    guard case .image(let format)? = OutputFormat.named(by: path), !format.isText, !path.isGzipName,
      !isSpecialFile(path)
    else {
      throw RunFailure(
        .usage, "cannot write '\(path)': expected a name such as view.png, view.svg or last.gif")
    }
    return format
  }

  /// Pictures are enlarged while their longer side stays within these pixels: 300 × 200 becomes
  /// 900 × 600. Each pixel of the view becomes a square.
  private static let maxEnlargedSide = 1000
}

/// The color indices of a picture, run-length encoded.
private struct PackedIndices: Sendable, Equatable {
  /// Lengths from 1 to 255 and indices, alternately: 255 dead cells take two bytes.
  private var runs: [UInt8] = []

  init(_ indices: [UInt8]) {
    var start = 0
    while start < indices.count {
      var end = start + 1
      let longest = min(indices.count, start + 255)
      while end < longest, indices[end] == indices[start] { end += 1 }
      runs.append(UInt8(end - start))
      runs.append(indices[start])
      start = end
    }
  }

  var byteCount: Int { runs.count }

  var unpacked: [UInt8] {
    var indices: [UInt8] = []
    for index in stride(from: 0, to: runs.count, by: 2) {
      indices.append(contentsOf: repeatElement(runs[index + 1], count: Int(runs[index])))
    }
    return indices
  }
}
