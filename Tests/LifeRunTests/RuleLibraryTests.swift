import LifeCore
import LifeFormats
import LifeIO
import Testing

@testable import LifeRun

/// The search for rule files.
@Suite struct RuleLibraryTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder() }

  /// Writes a rule, recognizable by its number of states.
  private func writeRule(_ name: String, states: Int, in place: String) throws {
    try folder.makeFolder(place)
    try folder.write(
      """
      @RULE \(name)
      @TABLE
      n_states:\(states)
      neighborhood:Moore
      symmetries:permute
      0,1,1,1,0,0,0,0,0,1

      """, to: "\(place)/\(name.replacing("/", with: "_")).rule")
  }

  private func library(
    beside pattern: String = "pattern/x.rle", _ folders: [String] = [], environment: String? = nil
  ) -> RuleLibrary {
    RuleLibrary(
      beside: folder.path(pattern), folders: folders.map { folder.path($0) },
      environment: environment
    ) { warning, file in Issue.record("\(file): \(warning)") }
  }

  /// The number of states of the found rule.
  private func states(_ name: String, in library: RuleLibrary) throws -> Int? {
    if case .found(let table) = try library.find(Array(name.utf8)) { table.states } else { nil }
  }

  @Test
  func `rule folders are those of the pattern, of --rules and of the environment, in this order`()
    throws
  {
    try writeRule("Test", states: 2, in: "pattern")
    try writeRule("Test", states: 3, in: "option")
    try writeRule("Test", states: 4, in: "environment")
    try writeRule("Other", states: 5, in: "option")
    try writeRule("Other", states: 6, in: "second")
    let environment = "\(folder.path("none")):\(folder.path("environment"))"
    let all = library(["option", "second"], environment: environment)
    #expect(try states("Test", in: all) == 2)
    #expect(try states("Other", in: all) == 5)
    let elsewhere = library(beside: "none/x.rle", ["option"], environment: environment)
    #expect(try states("Test", in: elsewhere) == 3)
    let named = library(beside: "none/x.rle", environment: environment)
    #expect(try states("Test", in: named) == 4)
    #expect(try states("Other", in: named) == nil)
  }

  @Test func `rule files never lie outside the rule folders`() throws {
    try writeRule("A/B", states: 3, in: "pattern")
    try writeRule("Test", states: 4, in: ".")
    #expect(try states("A/B", in: library()) == 3)
    for name in ["../Test", "", ".Test", "Test\u{7}", String(repeating: "x", count: 201)] {
      #expect(try states(name, in: library()) == nil, "\(name)")
    }
  }

  @Test func `the rule folders are listed if none of them has the rule`() throws {
    let library = RuleLibrary(
      beside: "x.rle", folders: ["a"], environment: "b:c"
    ) { _, _ in }
    guard case .missing(let places) = try library.find(Array("NoSuchRule".utf8)) else {
      Issue.record("a rule was found")
      return
    }
    #expect(places.prefix(4) == ["this folder", "'a'", "'b'", "'c'"])
  }

  @Test func `rule files that were read are recorded for checkpoints`() throws {
    try writeRule("Test", states: 3, in: "pattern")
    var library = library()
    let sourceList = RuleSourceList()
    library.sourceList = sourceList
    _ = try library.find(Array("Test".utf8))
    #expect(sourceList.sources.map { String(decoding: $0.stem, as: UTF8.self) } == ["Test"])
    guard
      case .found(let table) = try RuleSource.find(
        Array("Test".utf8), among: sourceList.sources)
    else {
      Issue.record("the rule was not recorded")
      return
    }
    #expect(table.states == 3)
  }
}
