/// The region and the symmetry of the soups of a search, in the notation of soup searches.
///
///      C1     16 × 16 cells            8x32   the same 256 cells in another shape
///      D4_+2  16 × 16 cells and their images under a group of symmetries
///      iC1    each cell is a square of 2 × 2 cells
package struct SoupSymmetry: Hashable, Sendable {
  enum Region: Hashable, Sendable {
    /// A square and its images.
    case symmetric(StaticSymmetry)
    /// A rectangle with this number of bytes of cells in each row.
    case rectangle(bytesPerRow: Int)
  }

  let region: Region
  /// Whether each cell is inflated to 2 × 2 cells.
  package let isInflated: Bool

  package static let c1 = SoupSymmetry(region: .symmetric(.c1), isInflated: false)

  /// Every symmetry without inflation, then with it.
  package static let all: [SoupSymmetry] = [false, true].flatMap { isInflated in
    let regions =
      StaticSymmetry.allCases.map { Region.symmetric($0) }
      + [4, 8, 16, 32].map { Region.rectangle(bytesPerRow: $0) }
    return regions.map { SoupSymmetry(region: $0, isInflated: isInflated) }
  }

  private init(region: Region, isInflated: Bool) {
    self.region = region
    self.isInflated = isInflated
  }

  /// Returns `nil` for an unknown name. Names are those of ``description``, in the same case.
  package init?(_ name: String) {
    guard let known = Self.all.first(where: { $0.description == name }) else { return nil }
    self = known
  }
}

extension SoupSymmetry: CustomStringConvertible {
  package var description: String {
    let name =
      switch region {
      case .symmetric(let symmetry): symmetry.rawValue
      case .rectangle(let bytes): "\(32 / bytes)x\(8 * bytes)"
      }
    return isInflated ? "i" + name : name
  }
}
