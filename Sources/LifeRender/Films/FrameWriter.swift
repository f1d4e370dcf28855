package import LifeIO

/// One kind of picture or film file: begin, then any number of pictures of one size, then finish.
///
/// The caller opens the output and finishes it.
///
/// What is saved between two pictures brings a fresh writer to where it can append the next one,
/// without beginning again.
package protocol FrameWriter: Resumable {
  /// Writes what comes before the pictures; called once and first.
  ///
  /// - Throws: ``FileFailure``.
  mutating func begin() throws

  /// Adds a picture of the film's size and palette.
  ///
  /// - Throws: ``FileFailure`` from the output, ``MemoryExhausted``.
  mutating func append(_ picture: Picture) throws

  /// Makes the film complete.
  ///
  /// - Throws: ``FileFailure``.
  mutating func finish() throws
}

extension FrameWriter {
  // Most writers remember nothing.

  package func save(to state: inout StateWriter) {}

  package mutating func restore(from state: inout StateReader) throws {}
}

/// What all pictures of a film have in common.
package struct FilmFormat: Sendable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  package let palette: Palette
  package var rate = FrameRate.usual
  package var chroma = Chroma.automatic
  /// How many pictures there will be, if that is known; one kind of film begins with the number.
  package var pictures = 1

  package init(_ shape: FrameShape, _ palette: Palette) {
    width = shape.pixelWidth
    height = shape.pixelHeight
    self.palette = palette
  }
}

/// Pictures a second, as a fraction: video has rates such as 30000/1001.
package struct FrameRate: Hashable, Sendable {
  package let numerator: Int
  package let denominator: Int

  package static let usual = FrameRate(30, 1)

  package init(_ numerator: Int, _ denominator: Int) {
    precondition(numerator > 0 && denominator > 0)
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The time of a picture in hundredths of a second, rounded.
  func centiseconds(ofPicture index: Int) -> Int {
    (200 * index * denominator + numerator) / (2 * numerator)
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// How the colours of a Y4M film are stored.
package enum Chroma: String, CaseIterable, Sendable {
  /// Without, if there are only grays; else in full.
  case automatic = "auto"
  case mono
  /// A quarter of the samples.
  case quarter = "420"
  case full = "444"
}
