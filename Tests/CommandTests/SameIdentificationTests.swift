import Foundation
import Life
import Testing

/// The library and the command give the same identification.
@Suite(.needsOptimization) struct SameIdentificationTests {
  @Test(
    .takesLong, arguments: ["glider", "pulsar", "acorn", "gosper-gun", "diehard", "copperhead"])
  func `the library reads identifications that the command prints`(_ name: String) async throws {
    let pattern = try Pattern(named: name)
    let json = try await session("life identify \(name) --json")
    let printed = try JSONDecoder().decode(Identification.self, from: Data(json.utf8))
    #expect(try pattern.identify() == printed)
  }
}
