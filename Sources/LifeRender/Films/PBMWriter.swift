// Format: https://netpbm.sourceforge.net/doc/pbm.html
package import LifeIO

/// Pictures of one bit per pixel (P4), one after another; live cells are black.
package struct PBMWriter: FrameWriter, ~Copyable {
  private let output: ByteWriter
  private var raster: Raster?

  package init(to output: ByteWriter) { self.output = output }

  package var isResumable: Bool { true }

  package mutating func begin(_ shape: FrameShape) throws {
    raster = try Raster(
      shape, header: "P4\n\(shape.pixelWidth) \(shape.pixelHeight)\n", bitsPerPixel: 1,
      shape.scale == 1 ? .bits : .table(Self.table(scale: shape.scale)))
  }

  private static func table(scale: Int) -> PixelTable {
    PixelTable(bitsPerCell: scale) { cells in
      var bytes = [UInt8](repeating: 0, count: cells.count * scale / 8)
      // The first pixel of a byte is its high bit.
      for pixel in 0..<cells.count * scale where cells[pixel / scale] {
        bytes[pixel / 8] |= 0x80 >> (pixel % 8)
      }
      return bytes
    }
  }

  package mutating func append(_ frame: borrowing Frame) throws {
    try raster!.append(frame, to: output)
  }

  package mutating func finish() {}
}
