import Foundation
import TestSupport
import Testing

/// The program of the README is the same as the tested one.
@Suite struct ConsumerTests {
  @Test func `the README has the program of the consumer package`() throws {
    let readme = try String(contentsOf: Project.root.appending(path: "README.md"), encoding: .utf8)
    let program = try String(
      contentsOf: Project.root.appending(path: "Tests/Consumer/Sources/consumer/main.swift"),
      encoding: .utf8)
    #expect(readme.contains("```swift\n\(program)```"))
    #expect(program.split(separator: "\n").count < 25)
  }

  @Test(arguments: ["README.md", "Sources/Life/Documentation.docc/UsingTheLibrary.md"])
  func `a page says how a package depends on this version`(page: String) throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Project.root.appending(path: path), encoding: .utf8)
    }
    let version = try #require(try text("CITATION.cff").firstMatch(of: /(?m)^version: (\S+)$/)?.1)
    #expect(try text(page).contains("from: \"\(version)\""))
  }
}
