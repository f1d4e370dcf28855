// Draws the visible part of a universe into frames.
import LifeCore
package import LifeEngines
package import LifeRender

extension Viewport {
  /// Draws the visible part of the universe into a frame.
  ///
  /// - Parameter check: called now and then; an error ends the drawing.
  package mutating func draw(
    _ stepper: any Stepper, into frame: Frame, check: () throws -> Void = {}
  ) throws {
    let corner = corner(at: stepper.generation, showing: stepper.bounds)
    let shape = shape
    if showsStates, side == 1 {
      try frame.reset(shape, content: .cells(planes: stepper.planes))
      let window = Bounds(from: corner, width: shape.width, height: shape.height)
      let rows = frame.rows
      let isCopied = rows.withWords { words, marks in
        (stepper as? any RowCopyingStepper)?
          .copyRows(in: window, to: &words, marks: &marks) ?? false
      }
      if !isCopied {
        stepper.forEachRow(in: window) { y, x, words in rows.set(y: y, x: x, words: words) }
      }
    } else {
      try frame.reset(shape, content: .shades(side: side))
      let shading = Shading(side: side, states: states, levels: showsStates ? 1 : nil)
      let counts = try (stepper as? any DensityStepper)?.density(
        from: corner, side: side, columns: frame.width, rows: frame.height, check: check)
      if let counts {
        frame.set(densities: counts, shading)
      } else {
        stepper.show(in: frame, shading, corner: corner)
      }
    }
    frame.corner = corner
    frame.inside = inside(from: corner)
    frame.generation = stepper.generation
  }
}

extension Frame {
  /// Shades every pixel by its number of live cells, given row by row.
  fileprivate func set(densities counts: [UInt64], _ shading: Shading) {
    for y in 0..<height {
      let row = counts[y * width..<(y + 1) * width].map { shading.index($0) }
      rows.set(y: y, shades: row.span)
    }
  }
}

extension Stepper {
  /// Shades every pixel by counting the live cells of every row.
  fileprivate func show(in frame: Frame, _ shading: Shading, corner: Position) {
    let view = Bounds(
      from: corner, width: frame.width * shading.side, height: frame.height * shading.side)
    guard let part = bounds?.intersection(view), let place = Window(part, from: corner) else {
      return
    }
    var grid = DensityGrid(frame, shading: shading, planes: planes)
    forEachRow(in: part) { row, column, words in
      grid.add(y: place.y + row, x: place.x + column, words: words)
    }
    grid.finishRow()
  }
}
