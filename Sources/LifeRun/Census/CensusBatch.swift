package import LifeCore

/// Patterns that one thread takes at once, with their numbers.
package enum CensusBatch: Sendable {
  case soups(CensusSearch, Range<Int>)
  case patterns(first: Int, [Cells])

  package var numbers: Range<Int> {
    switch self {
    case .soups(_, let range): range
    case .patterns(let first, let patterns): first..<first + patterns.count
    }
  }
}
