package import LifeCore
package import LifeIO

/// A type parsed from one argument: the value of an option or operand.
package protocol ValueParsable {
  /// Parses the complete argument.
  ///
  /// - Throws: ``ValueError`` with the expected form and the place of the error.
  init(argument: Argument) throws(ValueError)

  /// The shell completion of such a value.
  static var completion: Completion { get }
}

extension ValueParsable {
  package static var completion: Completion { .none }
}

/// Parses an argument and stores it in a command.
package typealias Store<C> = (inout C, Argument) throws(ValueError) -> Void

extension ValueError {
  /// An argument other than the allowed words.
  package init(_ argument: Argument, isNotOneOf words: [String]) {
    self.init(
      "expected \(words.listed(with: "or")), found '\(argument)'",
      hint: didYouMean(argument.text, among: words))
  }
}

/// An enum whose raw values are the allowed words for an argument.
package protocol Choice: ValueParsable, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  package init(argument: Argument) throws(ValueError) {
    guard let value = Self(rawValue: argument.text) else {
      throw ValueError(argument, isNotOneOf: Self.words)
    }
    self = value
  }

  package static var completion: Completion { .choices(words) }

  private static var words: [String] { allCases.map(\.rawValue) }
}

/// The possible values of an argument, for shell completion.
package enum Completion: Equatable, Sendable {
  case none
  case file
  case directory
  /// A file, or the name of a pattern in the collection.
  case pattern
  case choices([String])
  /// The name of one of the program's commands.
  case command
  /// The name of a command, or of a help topic.
  case topic

  /// The possible words, listed by the help.
  package var choices: [String] {
    if case .choices(let words) = self { words } else { [] }
  }
}

extension Count: ValueParsable {
  package init(argument: Argument) throws(ValueError) { try self.init(argument.bytes) }
}

/// A number of generations, which run backwards if it is negative.
package struct SignedCount: Hashable, ValueParsable {
  package var value: BigInt

  package init(argument: Argument) throws(ValueError) {
    let isNegative = argument.bytes.first == UInt8(ascii: "-")
    let count = try Count(Array(argument.bytes.dropFirst(isNegative ? 1 : 0)))
    value = isNegative ? -count.value : count.value
  }
}

extension Int: ValueParsable {
  /// Parses decimal digits with an optional minus sign.
  package init(argument: Argument) throws(ValueError) {
    let bytes = argument.bytes
    let digits = bytes.starts(with: "-".utf8) ? bytes.dropFirst() : bytes[...]
    let wrong = digits.firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if let end = wrong ?? (digits.isEmpty ? digits.endIndex : nil) {
      throw ValueError("expected a whole number such as 10", at: end..<end + 1)
    }
    guard let value = Int(argument.text) else {
      throw ValueError("expected a whole number from \(Int.min) to \(Int.max)")
    }
    self = value
  }
}

extension Path: ValueParsable {
  package init(argument: Argument) throws(ValueError) {
    if argument.bytes.isEmpty { throw ValueError("expected a file name, found an empty argument") }
    self.init(bytes: argument.bytes)
  }

  package static var completion: Completion { .file }
}

extension String: ValueParsable {
  package init(argument: Argument) throws(ValueError) {
    self = argument.text
    // Invalid UTF-8 was replaced, so the first difference is the first invalid byte.
    let intact = zip(utf8, argument.bytes).prefix { $0 == $1 }.count
    if intact < argument.bytes.count {
      throw ValueError("expected text in UTF-8", at: intact..<intact + 1)
    }
  }
}

/// A property with the value `nil` until its option is given.
extension Optional: ValueParsable where Wrapped: ValueParsable {
  package init(argument: Argument) throws(ValueError) { self = try Wrapped(argument: argument) }

  package static var completion: Completion { Wrapped.completion }
}
