// Format: https://netpbm.sourceforge.net/doc/ppm.html
package import LifeIO

/// Pictures of three bytes per pixel (P6), one after another.
package struct PPMWriter: FrameWriter, ~Copyable {
  private let output: ByteWriter
  private let palette: Palette
  private var raster: Raster?

  package init(to output: ByteWriter, _ options: FilmOptions = FilmOptions()) {
    self.output = output
    palette = options.palette
  }

  package var isResumable: Bool { true }

  package mutating func begin(_ shape: FrameShape) throws {
    let palette = palette
    let table = PixelTable(bitsPerCell: 24 * shape.scale) { cells in
      cells.flatMap { isAlive in
        let color = isAlive ? palette.alive : palette.dead
        let pixels = repeatElement([color.red, color.green, color.blue], count: shape.scale)
        return pixels.joined()
      }
    }
    raster = try Raster(
      shape, header: "P6\n\(shape.pixelWidth) \(shape.pixelHeight)\n255\n", bitsPerPixel: 24,
      .table(table))
  }

  package mutating func append(_ frame: borrowing Frame) throws {
    try raster!.append(frame, to: output)
  }

  package mutating func finish() {}
}
