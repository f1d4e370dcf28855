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
    let ending = [UInt8(ascii: "/")] + file.bytes
    var start = 0
    var place = 0
    while start < names.count {
      let end = unsafe firstIndex(of: UInt8(ascii: "\n"), in: names, from: start)
      let next = unsafe firstIndex(of: 0, in: files, from: place)
      let name = unsafe names[start..<end]
      let isFound =
        unsafe name.count < ending.count
        ? name.elementsEqual(file.bytes) : name.suffix(ending.count).elementsEqual(ending)
      if isFound {
        return unsafe (Path(bytes: Array(names[start..<end])), Array(files[place..<next]))
      }
      start = end + 1
      place = next + 1
    }
    return nil
  }

  /// The bytes of all files, in the order of ``names``.
  package static var files: [[UInt8]] {
    let collection = unsafe life_collection()
    let files = unsafe UnsafeRawBufferPointer(
      start: collection.files, count: collection.files_size - 1)
    return unsafe files.split(separator: 0, omittingEmptySubsequences: false)
      .map { unsafe Array($0) }
  }

  /// The index of the first byte of a value at or after `start`, or the end.
  private static func firstIndex(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    unsafe bytes[start...].firstIndex(of: byte) ?? bytes.count
  }
}
