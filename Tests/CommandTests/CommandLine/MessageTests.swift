@testable import LifeArguments
import LifeCore
import TestSupport
import Testing

@testable import LifeCommand

/// The words of a command line in messages of the library.
@Suite struct MessageTests {
  @Test func `a setting has the name of an option`() async throws {
    try await forEachCase(of: Setting.allCases) { setting in
      let options = Manual.ofLife.commands.flatMap(\.options)
      #expect(options.flatMap(\.names).contains(setting.option))
    }
  }

  @Test func `the same message has options for a command and none for the library`() {
    let size = 5
    let message: Message = "\(.interval): \(size) bytes, the limit; \(advice: .limit("input"))"
    #expect(message.withOptions == "--every: 5 bytes, the limit; --limit input=N allows more")
    #expect(message.description == "every: 5 bytes, the limit")
  }

  @Test func `an advice is left out with what joins it to the message`() {
    let messages: [(Message, String)] = [
      ("rle can, or \(advice: .dropRule)", "rle can"),
      ("it is a haul: \(advice: .continueCensus)", "it is a haul"),
      ("write .rle \(advice: .formats)", "write .rle"), ("\(advice: .clobber)", ""),
    ]
    for (message, text) in messages { #expect(message.description == text) }
  }

  @Test func `a message that is put together equals one from a single text`() {
    let end: Message = " \(2) " + "c"
    #expect("a" + end == Message("a 2 c") && ("" as Message).isEmpty)
  }
}
