import LifeArguments
import LifeCore

/// The axis along which cells are mirrored.
enum MirrorAxis: String, Choice {
  case x, y

  var orientation: Orientation { self == .x ? .mirroredX : .mirroredY }
}
