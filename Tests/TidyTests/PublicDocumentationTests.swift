import Foundation
import TestSupport
import Testing

/// The pages of the libraries, and the manual of the program. The formatter (`make lint`) checks
/// the docstrings of public declarations.
@Suite struct PublicDocumentationTests {
  static func landingPage(_ library: String) throws -> String {
    try Project.text("Sources/\(library)/Documentation.docc/\(library).md")
  }

  /// The names of the public types outside other types.
  static func publicTypes(_ library: String) throws -> [String] {
    try Project.swiftFiles("Sources/\(library)").flatMap { file in
      file.text.matches(of: #/(?m)^public (?:final )?(?:struct|enum|class|actor|protocol) (\w+)/#)
        .map { String($0.1) }
    }
  }

  @Test(arguments: ["Life", "LifeTerminal"])
  func `the landing page lists every public type`(library: String) throws {
    let topics = try #require(Self.landingPage(library).split(separator: "## Topics").last)
    let types = try Self.publicTypes(library)
    #expect(types.count > 5)
    for name in types {
      #expect(topics.contains("- ``\(name)``\n"), "\(name)")
    }
  }

  @Test(arguments: [("Life", "consumer"), ("LifeTerminal", "counter")])
  func `the landing page has a program of the consumer package`(
    library: String, name: String
  ) throws {
    let program = try Project.text("Tests/Consumer/Sources/\(name)/main.swift")
    #expect(try Self.landingPage(library).contains("```swift\n\(program)```"))
  }

  @Test func `the first page of the manual lists every article`() throws {
    let catalog = "Sources/LifeCommand/Manual.docc"
    let page = try Project.text("\(catalog)/Manual.md")
    let topics = try #require(page.split(separator: "## Topics").last)
    let articles = try FileManager.default.contentsOfDirectory(atPath: Project.path(catalog))
      .filter { $0.hasSuffix(".md") && $0 != "Manual.md" }
    #expect(articles.count > 8)
    for article in articles {
      #expect(topics.contains("](\(article))\n"), "\(article)")
    }
  }
}
