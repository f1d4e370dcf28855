package import LifeIO

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
    // Bytes that are not UTF-8 were replaced, so the first difference is the first invalid byte.
    let repaired = zip(utf8, argument.bytes).prefix { $0 == $1 }.count
    if repaired < argument.bytes.count {
      throw ValueError("expected text in UTF-8", at: repaired..<repaired + 1)
    }
  }
}

/// A property that is nil until its option is given.
extension Optional: ValueParsable where Wrapped: ValueParsable {
  package init(argument: Argument) throws(ValueError) { self = try Wrapped(argument: argument) }

  package static var completion: Completion { Wrapped.completion }
}
