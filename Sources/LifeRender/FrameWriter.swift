/// One kind of picture or film file: begin, then any number of frames of one shape, then finish.
///
/// The caller opens the output and finishes it.
package protocol FrameWriter: ~Copyable {
  /// Whether a film that was cut short is continued by beginning again and appending the rest:
  /// such a writer adds nothing before the first frame or after the last.
  var isResumable: Bool { get }

  /// Prepares for frames of this shape; called once and first.
  ///
  /// - Throws: ``MemoryExhausted``, or ``FileFailure`` from the output.
  mutating func begin(_ shape: FrameShape) throws

  /// Adds a frame with the width and height in cells of the shape.
  ///
  /// - Throws: ``FileFailure``.
  mutating func append(_ frame: borrowing Frame) throws

  /// Makes the film complete.
  ///
  /// - Throws: ``FileFailure``.
  mutating func finish() throws
}

/// What a film may be told beside its shape.
package struct FilmOptions: Hashable, Sendable {
  package var palette = Palette.standard

  package init() {}
}
