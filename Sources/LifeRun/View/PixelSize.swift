/// A size in pixels.
package struct PixelSize: Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
