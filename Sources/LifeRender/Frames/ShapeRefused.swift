/// An image size that is empty or exceeds the pixel limit.
package struct ShapeRefused: Error, Hashable {
  package enum Reason: Hashable, Sendable {
    case isEmpty
    case exceeds(pixelLimit: Int)
  }

  package var reason: Reason
  package var width: Int
  package var height: Int
  package var scale: Int

  package init(reason: Reason, width: Int, height: Int, scale: Int) {
    self.reason = reason
    self.width = width
    self.height = height
    self.scale = scale
  }
}

extension ShapeRefused: CustomStringConvertible {
  package var description: String {
    let image = "an image of \(width)x\(height) cells at scale \(scale)"
    return switch reason {
    case .isEmpty:
      "\(image) is empty; it needs at least one cell and one pixel per cell"
    case .exceeds(let pixelLimit):
      "\(image) has more than \(pixelLimit) pixels; show fewer cells or reduce the scale"
    }
  }
}
