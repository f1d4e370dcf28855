
/// Every format there is; help texts, detection, tests and tables come from this list.
package enum Format: String, CaseIterable, Sendable {
  case rle

  package var type: any PatternFormat.Type {
    switch self {
    case .rle: RLE.self
    }
  }
}
