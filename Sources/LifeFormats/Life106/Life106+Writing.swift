// Format: https://conwaylife.com/wiki/Life_1.06
package import LifeCore
package import LifeIO

package extension Life106 {
  /// Writes the absolute coordinates of the live cells, from north to south and west to east.
  ///
  /// - Throws: ``FileFailure``; ``MemoryExhausted`` if cells of a quadtree are too far apart.
  /// - Complexity: O(live cells).
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    var text = TextBuffer(output)
    try text.write("#Life 1.06\n")
    let bounds = pattern.bounds
    try pattern.forEachPart(to: output) { cells, origin in
      if let origin = smallOrigin(origin, of: bounds) {
        try cells.forEachRun { try write($0, from: origin, to: &text) }
      } else {
        try cells.forEachRun { try write($0, from: origin, to: &text) }
      }
    }
    try text.flush()
  }
}

private extension Life106 {
  /// The origin, if it and all absolute coordinates fit an `Int`; big integers are slower.
  static func smallOrigin(_ origin: Position, of bounds: Bounds?) -> Cell? {
    guard let bounds, (bounds.x + bounds.width).int != nil,
      (bounds.y + bounds.height).int != nil, bounds.x.int != nil, bounds.y.int != nil,
      let x = origin.x.int, let y = origin.y.int
    else { return nil }
    return Cell(x: x, y: y)
  }

  static func write(_ run: CellRun, from origin: Cell, to text: inout TextBuffer) throws {
    for x in run.x..<run.x + run.length {
      try text.write(origin.x + x)
      try text.write(Byte.space)
      try text.write(origin.y + run.y)
      try text.write(Byte.lineFeed)
    }
  }

  static func write(_ run: CellRun, from origin: Position, to text: inout TextBuffer) throws {
    let y = Array((origin.y + run.y).description.utf8)
    for x in run.x..<run.x + run.length {
      try text.write(Array((origin.x + x).description.utf8))
      try text.write(Byte.space)
      try text.write(y)
      try text.write(Byte.lineFeed)
    }
  }
}
