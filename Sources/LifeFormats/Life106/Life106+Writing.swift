package import LifeCore
package import LifeIO

package extension Life106 {
  /// Writes each cell's absolute coordinates, north to south and west to east.
  ///
  /// - Throws: ``FileFailure``.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    var text = TextWriter(output)
    try text.write("#Life 1.06\n")
    if let origin = smallOrigin(of: pattern) {
      try pattern.cells.forEachRun { try write($0, from: origin, to: &text) }
    } else {
      let origin = pattern.origin
      try pattern.cells.forEachRun { try write($0, from: origin, to: &text) }
    }
    try text.flush()
  }
}

private extension Life106 {
  /// The origin, if it and all cells' absolute coordinates fit an `Int`.
  static func smallOrigin(of pattern: Pattern) -> Cell? {
    guard let bounds = pattern.bounds, (bounds.x + bounds.width).int != nil,
      (bounds.y + bounds.height).int != nil, bounds.x.int != nil, bounds.y.int != nil,
      let x = pattern.origin.x.int, let y = pattern.origin.y.int
    else { return nil }
    return Cell(x: x, y: y)
  }

  static func write(_ run: Run, from origin: Cell, to text: inout TextWriter) throws {
    for x in run.x..<run.x + run.length {
      try text.write(origin.x + x)
      try text.write(Byte.blank)
      try text.write(origin.y + run.y)
      try text.write(Byte.lineFeed)
    }
  }

  static func write(_ run: Run, from origin: Position, to text: inout TextWriter) throws {
    let y = Array((origin.y + run.y).description.utf8)
    for x in run.x..<run.x + run.length {
      try text.write(Array((origin.x + x).description.utf8))
      try text.write(Byte.blank)
      try text.write(y)
      try text.write(Byte.lineFeed)
    }
  }
}
