import Foundation
import Life
import Testing

@Suite struct LibraryCensusTests {
  private static let census = Census(root: "library_")

  @Test func `the objects of a census are read under its rule`() throws {
    let rule = try Rule("345/2/4")
    let haul = try Census(rule: rule, root: "z").haul(of: 0..<5)
    let codes = haul.objects.map(\.apgcode).filter { $0.hasPrefix("x") }
    #expect(!codes.isEmpty)
    for code in codes {
      let pattern = try Pattern(parsing: code, rule: rule)
      #expect(pattern.rule == rule && pattern.population > 0)
    }
  }

  @Test func `a census counts the objects of its soups`() async throws {
    let haul = try Self.census.haul(of: 0..<100)
    #expect(haul.soupCount == 100 && haul.count(of: "xs4_33") > 100)
    var objectCount = 0
    for object in haul.objects { objectCount += object.count }
    #expect(haul.objectCount == objectCount)
    var last: Haul?
    for try await next in Self.census.hauls(of: 0..<100) { last = next }
    #expect(last == haul)
    let parts = try Self.census.haul(of: 0..<40).adding(Self.census.haul(of: 40..<100))
    #expect(parts == haul)
    #expect(throws: LifeError.self) { try haul.adding(haul) }
  }

  @Test func `a soup is a pattern`() throws {
    #expect(try Census(symmetry: "D8_4", root: "a").soup(0).bounds?.width ?? 99 <= 32)
    #expect(Census.symmetries.contains("C1"))
    #expect(throws: LifeError.self) { try Census(symmetry: "D9", root: "a") }
  }

  @Test func `a haul survives its file`() throws {
    let haul = try Self.census.haul(of: 0..<10)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).haul").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try haul.write(to: file)
    #expect(try Haul(contentsOfFile: file) == haul)
    #expect(throws: LifeError.self) { try haul.write(to: file) }
    try haul.write(to: file, overwriting: true)
    try Data("mine".utf8).write(to: URL(filePath: file))
    #expect(throws: LifeError.self) { try haul.write(to: file) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @MainActor private final class Turns { var count = 0 }

  @Test @MainActor func `a loop over hauls leaves its actor free`() async throws {
    let turns = Turns()
    let other = Task { @MainActor in turns.count += 1 }
    for try await _ in Self.census.hauls(of: 0..<100_000_000, limits: Limits(threads: 1)) {
      #expect(turns.count == 1, "the other task has run while soups were counted")
      break
    }
    await other.value
  }

  @Test func `a cancelled loop over hauls throws`() async throws {
    let loop = Task {
      for try await _ in Self.census.hauls(of: 0..<100_000_000, limits: Limits(threads: 1)) {}
    }
    cancel(loop, after: 0.05)
    let error = await #expect(throws: LifeError.self) { try await loop.value }
    #expect(error?.kind == .cancelled)
  }

  @Test func `a cancelled task ends a census`() async throws {
    let census = Self.census
    let task = Task { try census.haul(of: 0..<100_000_000) }
    cancel(task, after: 0.05)
    let error = await #expect(throws: LifeError.self) { _ = try await task.value }
    #expect(error?.kind == .cancelled)
  }
}
