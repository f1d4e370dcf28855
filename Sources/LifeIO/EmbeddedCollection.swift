private import CPatterns

/// The files of the folder `patterns`, compiled into the program. They are 1 % of it, so they
/// aren't compressed, and start-up doesn't read them.
package enum EmbeddedCollection {
  /// The names of the files, such as `guns/gosper-gun.rle`, sorted by bytes.
  package static var names: [Path] {
    let collection = unsafe life_collection()
    let names = unsafe UnsafeRawBufferPointer(
      start: collection.names, count: collection.names_size)
    return unsafe names.split(separator: UInt8(ascii: "\n")).map { Path(bytes: unsafe Array($0)) }
  }

  /// The first file with this name, in any folder.
  ///
  /// - Complexity: O(*n*) in the bytes of all files, without allocations.
  package static func file(_ file: Path) -> (name: Path, bytes: [UInt8])? {
    let collection = unsafe life_collection()
    let names = unsafe UnsafeRawBufferPointer(
      start: collection.names, count: collection.names_size)
    let files = unsafe UnsafeRawBufferPointer(
      start: collection.files, count: collection.files_size)
    var start = 0
    var number = 0
    while start < names.count {
      let end = unsafe firstIndex(of: UInt8(ascii: "\n"), in: names, from: start)
      if unsafe isFile(file.bytes, named: start..<end, in: names) {
        let name = unsafe Path(bytes: Array(names[start..<end]))
        return (name, unsafe bytes(ofFile: number, in: files))
      }
      start = end + 1
      number += 1
    }
    return nil
  }

  /// Whether a line is the file's name, alone or after a folder.
  private static func isFile(
    _ file: [UInt8], named line: Range<Int>, in names: UnsafeRawBufferPointer
  ) -> Bool {
    let start = line.upperBound - file.count
    guard start >= line.lowerBound else { return false }
    guard unsafe start == line.lowerBound || names[start - 1] == UInt8(ascii: "/") else {
      return false
    }
    return unsafe names[start..<line.upperBound].elementsEqual(file)
  }

  private static func bytes(ofFile number: Int, in files: UnsafeRawBufferPointer) -> [UInt8] {
    var start = 0
    for _ in 0..<number { start = unsafe firstIndex(of: 0, in: files, from: start) + 1 }
    return unsafe Array(files[start..<firstIndex(of: 0, in: files, from: start)])
  }

  /// The bytes of all files, in the order of ``names``.
  package static var files: [[UInt8]] {
    let collection = unsafe life_collection()
    let files = unsafe UnsafeRawBufferPointer(
      start: collection.files, count: collection.files_size - 1)
    return unsafe files.split(separator: 0, omittingEmptySubsequences: false)
      .map { unsafe Array($0) }
  }

  /// The index of the first byte of a value at or after `start`, or the end. A loop over the bytes
  /// took three quarters of the time to identify 20 000 patterns of the collection.
  private static func firstIndex(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    unsafe Span<UInt8>(_unsafeBytes: bytes).firstIndex(of: byte, from: start) ?? bytes.count
  }
}
