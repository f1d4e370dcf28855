import LifeIO

/// Pictures that were written, or why they were not.
struct ExportedPictures: Sendable {
  var path: Path
  /// The number of pictures: what was asked for, or what was written.
  var count: Int
  /// The file as it was written.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var failure: String?
}
