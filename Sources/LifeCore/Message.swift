/// A message for people: text with settings and advice in it, stored as cases such as `.interval`.
/// A command spells a setting as its option, `--every`, and an advice as a clause, for example
/// "raise it with '--limit input=N'". For callers of the library, settings have their names and
/// advice is left out.
///
///     "more than \(limit) bytes, the limit; \(advice: .limit("input"))"
///     "\(.interval): expected a number of at least 1"
package struct Message: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case text(String)
    case setting(Setting)
    case advice(Advice)
  }

  package private(set) var parts: [Part]

  package var isEmpty: Bool { parts.isEmpty }

  package init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }

  package static func + (first: Message, second: Message) -> Message {
    var message = first
    message += second
    return message
  }

  package static func += (first: inout Message, second: Message) {
    for part in second.parts {
      // Adjacent texts are joined, so equal messages compare equal.
      if case .text(let end) = part, case .text(let start)? = first.parts.last {
        first.parts[first.parts.count - 1] = .text(start + end)
      } else {
        first.parts.append(part)
      }
    }
  }

  /// The separators between the reason and its advice.
  private static let separators = ["; ", ", or ", ": ", " "]

  /// The message as one text.
  ///
  /// - Parameter spell: the words for a setting or an advice. Advice without words is left out,
  ///   with the separator before it.
  package func text(_ spell: (Part) -> String?) -> String {
    var result = ""
    for part in parts {
      if case .text(let text) = part {
        result += text
      } else if let words = spell(part) {
        result += words
      } else if let separator = Self.separators.first(where: result.hasSuffix) {
        result.removeLast(separator.count)
      }
    }
    return result
  }
}

extension Message: CustomStringConvertible {
  /// The message for callers of the library.
  package var description: String {
    text { if case .setting(let setting) = $0 { setting.rawValue } else { nil } }
  }
}

extension Message: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = Message("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { message += Message(literal) }
    package mutating func appendInterpolation(_ value: some Any) {
      message += Message(String(describing: value))
    }
    package mutating func appendInterpolation(_ part: Message) { message += part }
    package mutating func appendInterpolation(_ setting: Setting) {
      message.parts.append(.setting(setting))
    }
    package mutating func appendInterpolation(advice: Advice) {
      message.parts.append(.advice(advice))
    }
  }

  package init(stringLiteral text: String) { self.init(text) }
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }
}
