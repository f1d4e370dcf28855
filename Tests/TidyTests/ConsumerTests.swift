import TestSupport
import Testing

/// The program of the README is the same as the tested one.
@Suite struct ConsumerTests {
  @Test func `the README has the program of the consumer package`() throws {
    let program = try Project.text("Tests/Consumer/Sources/consumer/main.swift")
    #expect(try Project.text("README.md").contains("```swift\n\(program)```"))
    #expect(program.split(separator: "\n").count < 25)
  }

  @Test(arguments: ["README.md", "Sources/Life/Documentation.docc/UsingTheLibrary.md"])
  func `a page says how a package depends on this version`(page: String) throws {
    let citation = try Project.text("CITATION.cff")
    let version = try #require(citation.firstMatch(of: /(?m)^version: (\S+)$/)?.1)
    #expect(try Project.text(page).contains("from: \"\(version)\""))
  }
}
