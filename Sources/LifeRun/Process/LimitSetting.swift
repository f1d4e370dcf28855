package import LifeArguments
internal import LifeCore
package import LifeIO

/// A limit and its value as typed: `cells=1G`, `states=8`.
package struct LimitSetting {
  package let limit: Limits.Named
  package let value: Int
}

extension LimitSetting: ValueParsable {
  package init(argument: Argument) throws(ValueError) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let limit = Limits.all.first(where: { $0.name == name }) else {
      let names = Limits.all.map(\.name).listed(with: "or")
      throw ValueError("expected \(names), found '\(Argument(name))'", at: 0..<parts[0].count)
    }
    guard parts.count == 2 else { throw ValueError("expected \(name)=AMOUNT, such as \(name)=1G") }
    self.limit = limit
    let amount = Argument(bytes: Array(parts[1]))
    if let bytes = try? ByteCount(argument: amount) {
      value = bytes.bytes
    } else {
      value = try Count(argument: amount).value.int ?? .max
    }
  }
}
