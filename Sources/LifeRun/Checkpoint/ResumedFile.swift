package import LifeIO

/// A file that a resumed run writes.
package struct ResumedFile {
  /// The option that names it.
  package let option: String
  /// The absolute path; with placeholders if each sample has a file of its own.
  package let path: Path
  /// The largest number of files, if each sample has one; nil for a single file.
  package let samples: Int?
  /// Whether the file exists.
  package let exists: Bool

  static func single(_ option: String, path: Path) -> ResumedFile {
    ResumedFile(option: option, path: path, samples: nil, exists: isRegularFile(path))
  }
}
