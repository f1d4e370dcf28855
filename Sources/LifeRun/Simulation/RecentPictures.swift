package import LifeIO
import LifeRender

/// The last pictures of a session that have one size and one palette.
package struct RecentPictures: Sendable, Equatable {
  package private(set) var pictures: [SimulationPicture] = []

  /// Older pictures are dropped.
  package static let mostPictures = 600
  private static let mostBytes = 1 << 25

  package init() {}

  /// Adds a picture if it differs from the last one.
  package mutating func append(_ picture: SimulationPicture) {
    guard !picture.indices.isEmpty else { return }
    if let last = pictures.last {
      let isEqual = last.indices == picture.indices
      let isAlike =
        last.palette == picture.palette && last.view.width == picture.view.width
        && last.view.height == picture.view.height && last.view.zoom == picture.view.zoom
      if isAlike, isEqual { return }
      if !isAlike { pictures = [] }
    }
    let most = min(Self.mostPictures, max(1, Self.mostBytes / picture.indices.count))
    if pictures.count >= most { pictures.removeFirst(pictures.count - most + 1) }
    pictures.append(picture)
  }

  /// Writes the last picture, or the last `count` pictures as an animation, in the format that the
  /// name has.
  ///
  /// - Returns: the number of pictures in the file.
  /// - Throws: ``RunFailure``, ``FileFailure``, ``ShapeRefused``, ``MemoryExhausted``.
  @discardableResult
  package func write(to path: Path, last count: Int = mostPictures) throws -> Int {
    guard let last = pictures.last else { throw RunFailure(.usage, "no picture yet") }
    guard case .image(let format)? = OutputFormat.named(by: path), !format.usesFFmpeg,
      !format.isText, !path.isGzipName, !isSpecialFile(path)
    else {
      throw RunFailure(
        .usage, "cannot write '\(path)': expected a name such as view.png, view.svg or last.gif")
    }
    let shown = format.isStill ? [last] : Array(pictures.suffix(max(1, count)))
    let (width, height) = (last.view.width, last.view.height)
    let scale = max(1, Self.usualSide / max(width, height))
    var properties = ImageProperties(
      try FrameShape(width: width, height: height, scale: scale), Palette(last.palette))
    properties.frameCount = shown.count
    let output = try openOutput(path)
    do {
      var writer = format.makeWriter(to: output, properties)
      try writer.begin()
      for picture in shown {
        try writer.append(
          Image(
            picture.indices, width: width, height: height, scale: scale, properties.palette))
      }
      try writer.finish()
      try output.finish()
    } catch {
      output.abandon()
      throw error
    }
    return shown.count
  }

  /// Pixels become squares, so that the longer side has about this many.
  private static let usualSide = 1000
}
