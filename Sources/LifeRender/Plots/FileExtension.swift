package import LifeIO

/// A format whose name is the extension of its files.
package protocol FileExtension: RawRepresentable<String> {}

extension FileExtension {
  /// The format that a file name's extension names; nil if it names none.
  package init?(named path: Path) { self.init(rawValue: "\(path.fileExtension)") }
}
