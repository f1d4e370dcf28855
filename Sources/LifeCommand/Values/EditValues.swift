import LifeArguments
import LifeCore

/// A position or a displacement as typed: `X,Y`, of any size.
struct Displacement: Hashable, ValueParsable {
  var x: BigInt
  var y: BigInt

  init(argument: Argument) throws(ValueError) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, let x = BigInt(decimal: parts[0]), let y = BigInt(decimal: parts[1])
    else {
      throw ValueError("expected two whole numbers such as -10,5, found '\(argument)'")
    }
    self.x = x
    self.y = y
  }
}

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

/// The axis along which cells are mirrored.
enum MirrorAxis: String, Choice {
  case x, y

  var orientation: Orientation { self == .x ? .mirroredX : .mirroredY }
}
