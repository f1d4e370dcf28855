internal import LifeIO

extension ByteReader {
  /// The byte `ahead` bytes after the current position, without consuming it; nil beyond the end.
  func peek(ahead: Int = 0) throws -> UInt8? {
    while available.count <= ahead { guard try fill() else { return nil } }
    return available[ahead]
  }
}
