package import LifeArguments

/// A part of a census as typed: `3/10`, or `auto/10` with the number from the environment.
package struct Shard: Hashable, ValueParsable {
  /// The number of the part, from 1; nil if the environment has it.
  package var index: Int?
  package var count: Int

  package init(index: Int?, count: Int) {
    self.index = index
    self.count = count
  }

  package init(argument: Argument) throws(ValueError) {
    let parts = argument.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[1]), (1...1 << 32).contains(count),
      parts[0] == "auto" || Int(parts[0]).map({ (1...count).contains($0) }) == true
    else {
      throw ValueError(
        "expected a part such as 3/10, from 1/10 to 10/10, or auto/10, found '\(argument)'")
    }
    index = Int(parts[0])
    self.count = count
  }
}
