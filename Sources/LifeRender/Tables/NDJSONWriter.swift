// Format: https://github.com/ndjson/ndjson-spec
package import LifeCore
package import LifeIO

/// Writes one JSON object per line; `bounds` is `null` without live cells.
package struct NDJSONWriter: TableWriter {
  private let output: ByteWriter

  package init(to output: ByteWriter) { self.output = output }

  package func begin() {}

  package func append(_ sample: Sample) throws {
    try output.write(JSONText(sample).utf8)
    try output.write(UInt8(ascii: "\n"))
  }
}

package extension JSONText {
  init(_ sample: Sample) {
    self = [
      "generation": JSONText(sample.generation),
      "population": JSONText(sample.population),
      "bounds": sample.bounds.map { JSONText($0) } ?? .null,
    ]
  }

  init(_ bounds: Bounds) {
    self = [
      "x": JSONText(bounds.x), "y": JSONText(bounds.y),
      "width": JSONText(bounds.width), "height": JSONText(bounds.height),
    ]
  }
}
