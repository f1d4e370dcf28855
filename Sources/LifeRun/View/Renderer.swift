package import LifeCore
package import LifeEngines
package import LifeRender

/// Draws the visible part of a universe. Keeps the ages and trails of its cells from one image to
/// the next.
///
/// An image takes two steps, possibly on different threads: ``fill(_:from:check:)`` copies the
/// visible cells into a frame, then ``painter`` colors them.
package struct Renderer {
  /// The visible part of the universe.
  package var viewport: Viewport
  package let painter: Painter
  /// The colors of all images.
  package let palette: Palette
  /// The meaning of the colors.
  let legend: [LegendEntry]
  /// The size of all images in pixels.
  package let width: Int
  package let height: Int
  /// Requested features that are not drawn, as sentences for the user.
  let omissions: [String]
  private let appearance: Appearance
  /// The frame of ``image(of:check:)``.
  private var frame: Frame?

  package init(
    _ viewport: Viewport, appearance: Appearance, rule: Rule, format: ImageFormat = .png,
    pool: WorkerPool = WorkerPool(threads: 1)
  ) {
    self.viewport = viewport
    self.appearance = appearance
    let coloring = viewport.coloring(appearance, rule: rule)
    palette = coloring.palette
    legend = coloring.legend
    let margins = Margins(
      appearance, legend: coloring.legend, around: viewport.size.pixelWidth,
      height: viewport.size.pixelHeight, in: format,
      overBoard: viewport.hasTextOverCells)
    var omissions = margins.omissions
    // A page draws the grid itself when it is zoomed.
    let scale = viewport.zoom.pixelsPerCell
    if appearance.hasGrid, format != .html, !appearance.drawsGrid(atScale: scale) {
      let need =
        format.isText ? "pixels, not characters" : "cells of \(Appearance.minGridScale) pixels"
      omissions.append("no grid lines are drawn; they need \(need)")
    }
    if coloring.hasOmittedAges {
      omissions.append("no ages are drawn; they need at least a pixel for each cell")
    }
    self.omissions = omissions
    width = margins.width
    height = margins.height
    painter = Painter(
      coloring, appearance: appearance, margins: appearance.hasMargins ? margins : nil, pool: pool)
  }

  /// Copies the visible cells into a frame, with the lines of the label.
  ///
  /// - Parameter check: called now and then; an error ends the copying.
  package mutating func fill(
    _ frame: Frame, from stepper: any Stepper, check: () throws -> Void = {}
  ) throws {
    try viewport.draw(stepper, into: frame, check: check)
    guard appearance.hasLabel else { return }
    frame.caption = ["gen \(stepper.generation)", "pop \(stepper.population)"].map(\.shortened)
  }

  /// Draws the universe in one call. The next call invalidates the image.
  ///
  /// - Parameter repeats: whether the last image was of the same generation.
  /// - Throws: ``ShapeRefused``, ``MemoryExhausted`` and errors of `check`.
  package mutating func image(
    of stepper: any Stepper, repeats: Bool = false, check: () throws -> Void = {}
  ) throws -> Image {
    let frame = try frame ?? Frame(viewport.size)
    self.frame = frame
    try fill(frame, from: stepper, check: check)
    return try painter.paint(frame, repeats: repeats)
  }
}

extension String {
  /// A word and a number, in scientific notation if it is long: `gen 1.267e30`.
  fileprivate var shortened: String {
    guard utf8.count > 24, let space = firstIndex(of: " ") else { return self }
    let digits = self[index(after: space)...]
    return self[...space] + digits.prefix(1) + "." + digits.dropFirst().prefix(3)
      + "e\(digits.count - 1)"
  }
}
