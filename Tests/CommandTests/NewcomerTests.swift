import Foundation
import TestSupport
import Testing

/// The first five minutes of a newcomer, recorded in `Golden/newcomer.txt`: each error is followed
/// by a working command line.
@Suite(.needsOptimization) struct NewcomerTests {
  /// A failing command of the session, with its messages.
  struct Stumble: CustomTestStringConvertible, Sendable {
    let command: String
    let messages: String

    var testDescription: String { command }
  }

  static let stumbles: [Stumble] = {
    let file = GoldenSessionTests.folder.appending(path: "newcomer.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return ("\n" + text).split(separator: #/\n[$%] /#).compactMap { block in
      let lines = block.split(separator: "\n").map(String.init)
      guard lines.contains(where: { $0.hasPrefix("[exit ") }) else { return nil }
      let messages = lines.filter { $0.hasPrefix("! ") }.map { $0.dropFirst(2) }
      return Stumble(command: lines[0], messages: messages.joined(separator: "\n"))
    }
  }()

  @Test func `the recorded session has enough errors`() { #expect(Self.stumbles.count >= 15) }

  /// The errors without a web address or a session in a terminal as their suggestion.
  static let answered = stumbles.filter { stumble in
    !["curl", "life play"].contains { suggestion(stumble)?.contains($0) == true }
  }

  @Test(.takesLong, arguments: answered)
  func `an error tells a command that works`(stumble: Stumble) async throws {
    let line = try #require(Self.suggestion(stumble), "\(stumble.messages)")
    let files = "life convert gosper-gun gun.rle; life convert gun.rle ./-gun.rle"
    _ = try await session("\(files); \(line)")
  }

  /// The suggested command line: a complete one, or the typed one with another word.
  private static func suggestion(_ stumble: Stumble) -> String? {
    let text = stumble.messages
    if let named = text.firstMatch(of: #/the file '([^']*)' looks like an option; write (\S+)/#) {
      return stumble.command.replacing(named.output.1, with: named.output.2)
    }
    if let word = text.firstMatch(of: #/did you mean '([^']*)'/#)?.output.1,
      let typed = text.firstMatch(
        of: #/(?:unknown (?:command(?: or topic)?|option)|has) '([^']*)'|named '([^']*)'/#)
    {
      let wrong = String(typed.output.1 ?? typed.output.2 ?? "")
      return stumble.command.replacing(" \(wrong)", with: " \(word)")
    }
    if let word = text.firstMatch(of: #/did you mean '([^']*)'/#)?.output.1 {
      let last = stumble.command.split(separator: " ").last ?? ""
      return stumble.command.replacing(last, with: word)
    }
    if let mark = text.firstMatch(of: #/placeholder '([^']*)'; write ([^,]*),/#)?.output {
      return stumble.command.replacing(mark.1, with: mark.2)
    }
    if let option = text.firstMatch(of: #/for example (--every \S+)|again with (--\S+)/#)?.output {
      return "\(stumble.command) \(option.1 ?? option.2 ?? "")"
    }
    if let option = text.firstMatch(of: #/try '(-o [^']*)'/#)?.output.1 {
      return stumble.command.replacing(#/-o [^ ]*/#, with: option)
    }
    if let path = text.firstMatch(of: #/write (\.\/(-[^ ;]*))/#) {
      return stumble.command.replacing("\(path.output.2)", with: path.output.1)
    }
    if let option = text.firstMatch(
      of: #/generations is missing; (?:write|for example) '(-n (\S+))'/#)?.output
    {
      return "\(stumble.command.replacing(" \(option.2)", with: "")) \(option.1)"
    }
    if let value = text.firstMatch(of: #/write '(-n) N'/#)?.output.1 {
      return stumble.command.replacing("\(value)", with: "\(value) 10")
    }
    if let name = text.firstMatch(of: #/the pattern '([^']*)' of the collection/#)?.output.1 {
      return stumble.command.replacing("\(name).rle", with: name)
    }
    return text.firstMatch(of: #/'((?:curl .*)?life [^']*)'/#).map { String($0.output.1) }
  }
}
