/// One palette for images that have palettes of their own: the colors of the first, then those that
/// are new in the others. If there are too many, the nearest colors are used.
package struct MergedPalette: Sendable {
  package private(set) var palette: Palette
  /// For each image, the index in the merged palette of each of its indices.
  let indices: [[UInt8]]

  package init(_ palettes: [Palette]) {
    var merged = palettes[0]
    indices = palettes.map { merged.add($0) }
    palette = merged
  }
}
