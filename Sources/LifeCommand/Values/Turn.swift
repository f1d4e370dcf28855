import LifeArguments
import LifeCore

/// An angle, clockwise.
enum Turn: String, Choice {
  case quarter = "90"
  case half = "180"
  case threeQuarters = "270"

  var orientation: Orientation {
    switch self {
    case .quarter: .rotated90
    case .half: .rotated180
    case .threeQuarters: .rotated270
    }
  }
}
