private import CPatterns

/// The files of the folder `patterns` that are compiled into the program: 166 KB, 1 % of it, so
/// they are not compressed, and start-up does not read them.
package enum EmbeddedCollection {
  /// The names of the files, such as `guns/gosper-gun.rle`, in the order of their bytes.
  package static var names: [Path] {
    let collection = unsafe life_collection()
    let names = unsafe UnsafeRawBufferPointer(
      start: collection.names, count: collection.names_size)
    return unsafe names.split(separator: UInt8(ascii: "\n")).map { Path(bytes: unsafe Array($0)) }
  }

  /// The file of this name in the first folder that has one.
  ///
  /// - Complexity: O(*n*) in the bytes of all files, without any allocation: some 10 µs.
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

  /// Whether a line of the names is a file's name, or that with a folder before it.
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
  /// took three quarters of the time of identifying 20 000 patterns of the collection.
  private static func firstIndex(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    unsafe Span<UInt8>(_unsafeBytes: bytes).firstIndex(of: byte, from: start) ?? bytes.count
  }
}
