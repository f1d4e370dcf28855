import LifeAnalysis
import LifeArguments
import LifeIO

extension SoupSymmetry: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    guard let symmetry = SoupSymmetry(argument.text) else {
      let names = SoupSymmetry.all.map(\.description)
      throw ValueError(
        "expected a symmetry such as C1, D4_+2, 8x32 or iC1, found '\(argument)'",
        hint: didYouMean(argument.text, among: names))
    }
    self = symmetry
  }

  static var completion: Completion { .none }
}

/// Checks a text that becomes part of files and of messages.
func checkSeed(_ text: String, option: String) throws(UsageError) {
  guard !text.isEmpty, text.utf8.count <= 200,
    TerminalText.printable(text) == text, !text.utf8.contains(UInt8(ascii: " "))
  else {
    throw UsageError("\(option): expected 1 to 200 printable characters without spaces")
  }
}
