import LifeAnalysis
import LifeArguments
import LifeIO
import LifeRun

extension SoupSymmetry: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    guard let symmetry = SoupSymmetry(argument.text) else {
      let names = SoupSymmetry.all.map(\.description)
      throw ValueError(
        "expected a symmetry such as C1, D4_+2, 8x32 or iC1, found '\(argument)'",
        hint: didYouMean(nearest(to: argument.text, among: names)))
    }
    self = symmetry
  }

  static var completion: Completion { .none }
}

/// The size of a soup as typed: `100x60`, or `100` for a square.
struct SoupSize: Hashable, ValueParsable, CustomStringConvertible {
  var width: Int
  var height: Int

  private static let largest = 1 << 20

  init(argument: Argument) throws(ValueError) {
    let sides = argument.text.split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    guard (1...2).contains(sides.count), sides.allSatisfy({ (1...Self.largest).contains($0) })
    else {
      throw ValueError(
        "expected width x height such as 100x60, each from 1 to \(Self.largest), "
          + "found '\(argument)'")
    }
    width = sides[0]
    height = sides[sides.count - 1]
  }

  var description: String { "\(width)x\(height)" }
}

/// A probability as typed: `0.375`, `3/8` or `37.5%`.
struct Density: Hashable, ValueParsable {
  var value: Double

  init(argument: Argument) throws(ValueError) {
    let isPercent = argument.bytes.last == UInt8(ascii: "%")
    let text = isPercent ? argument.text.dropLast() + "/100" : argument.text[...]
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || ".eE-+/".utf8.contains($0)
    }
    let numbers = parts.map { Double($0) ?? .nan }
    let value =
      switch numbers.count {
      case 1: numbers[0]
      case 2: numbers[0] / numbers[1]
      default: Double.nan
      }
    guard isPlain, (0...1).contains(value) else {
      throw ValueError("expected a probability such as 3/8, 0.375 or 50%, found '\(argument)'")
    }
    self.value = value
  }
}

/// Checks a text that becomes part of files and of messages.
func checkSeed(_ text: String, option: String) throws(UsageError) {
  guard !text.isEmpty, text.utf8.count <= 200,
    TerminalText.printable(text) == text, !text.utf8.contains(UInt8(ascii: " "))
  else {
    throw UsageError("\(option): expected 1 to 200 printable characters without spaces")
  }
}
