// Format: https://www.rfc-editor.org/rfc/rfc4180, with LF line ends
internal import LifeCore
package import LifeIO

/// Writes comma-separated values with a header; without live cells the four bounds fields are
/// empty.
package struct CSVWriter: TableWriter {
  private let output: ByteWriter

  package init(to output: ByteWriter) { self.output = output }

  package func begin() throws {
    try output.write("generation,population,x,y,width,height\n")
  }

  package func append(_ sample: Sample) throws {
    let box = sample.bounds.map { "\($0.x),\($0.y),\($0.width),\($0.height)" } ?? ",,,"
    try output.write("\(sample.generation),\(sample.population),\(box)\n")
  }
}
