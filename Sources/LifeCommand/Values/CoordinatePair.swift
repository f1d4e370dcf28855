import LifeArguments
import LifeCore

/// A position or a displacement as typed: `X,Y`, of any size.
struct CoordinatePair: Hashable, ValueParsable {
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
