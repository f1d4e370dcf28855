private import CPatterns

/// The files of the folder `patterns`, compiled into the program. They are only 1 % of it, so they
/// aren't compressed. Start-up doesn't read them.
package enum EmbeddedCollection {
  /// The names of the files, such as `guns/gosper-gun.rle`, sorted by bytes.
  package static let names: [Path] = {
    let collection = unsafe life_collection()
    let names = unsafe UnsafeRawBufferPointer(
      start: collection.names, count: collection.names_size)
    return unsafe names.split(separator: UInt8(ascii: "\n")).map { Path(bytes: unsafe Array($0)) }
  }()

  /// The first file with this name, in any folder.
  ///
  /// - Complexity: O(*n*) in the bytes of all files.
  package static func file(_ file: Path) -> (name: Path, bytes: [UInt8])? {
    let inFolder = [UInt8(ascii: "/")] + file.bytes
    let number = names.firstIndex {
      $0 == file || $0.bytes.suffix(inFolder.count) == inFolder[...]
    }
    return number.map { (names[$0], bytes(ofFile: $0)) }
  }

  private static func bytes(ofFile number: Int) -> [UInt8] {
    let collection = unsafe life_collection()
    let files = unsafe UnsafeRawBufferPointer(
      start: collection.files, count: collection.files_size)
    // This search is `memchr`. A loop over the bytes took three quarters of the time of
    // identifying 20 000 embedded patterns.
    let bytes = unsafe Span<UInt8>(_unsafeBytes: files)
    var start = 0
    for _ in 0..<number { start = (bytes.firstIndex(of: 0, from: start) ?? bytes.count) + 1 }
    let end = bytes.firstIndex(of: 0, from: start) ?? bytes.count
    return unsafe Array(files[start..<end])
  }

  /// The bytes of all files, in the order of ``names``.
  package static var files: [[UInt8]] {
    let collection = unsafe life_collection()
    let files = unsafe UnsafeRawBufferPointer(
      start: collection.files, count: collection.files_size - 1)
    return unsafe files.split(separator: 0, omittingEmptySubsequences: false)
      .map { unsafe Array($0) }
  }
}
