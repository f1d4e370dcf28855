import Foundation
import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Patterns too large for a format, or for a limit, are refused with a reason.
@Suite struct LimitTests {
  /// A square of 2^`level` cells a side, all of them alive.
  private func square(level: Int) throws -> Pattern {
    let store = try QuadStore()
    var square = try store.node(QuadLeaf(nw: ~0, ne: ~0, sw: ~0, se: ~0))
    for _ in store.leafLevel..<level {
      square = try store.join(nw: square, ne: square, sw: square, se: square)
    }
    return Pattern(tree: Quadtree(square, level: level, in: store), center: Macrocell.center)
  }

  @Test(arguments: [(17, "131072 × 131072"), (70, "1180591620717411303424")])
  func `a quadtree too large to expand is written as macrocell only`(
    level: Int, size: String
  ) throws {
    let pattern = try square(level: level)
    for format in Format.writable where !format.type.capabilities.contains(.trees) {
      let error = #expect(throws: WriteError.self) { try written(pattern, as: format) }
      #expect("\(error as Any)".contains("\(format.rawValue) would have to list"))
      #expect("\(error as Any)".contains(size))
      #expect("\(error as Any)".contains("one by one; write macrocell"))
    }
    let bytes = try written(pattern, as: .macrocell)
    #expect(try read(bytes, as: .macrocell).population == pattern.population)
  }

  /// A run under a memory limit leaves such a store.
  @Test func `a small tree is written as macrocell from a store that has used all memory`() async {
    await #expect(processExitsWith: .success) {
      let soup = try Pattern(cells: Soup.cells(1, width: 4096, height: 4096, density: 8)).inTree()
      let small = try Pattern(cells: Soup.cells(2, width: 40, height: 40)).inTree()
      guard let store = soup.tree?.store, let tree = small.tree else { exit(2) }
      let pattern = Pattern(tree: try store.copy(of: tree), center: .origin)
      // The numbers of the leaves' lines would need more.
      guard store.leafEnd * 4 > 3 * MemoryAccount.maxUnlimited else { exit(3) }
      MemoryAccount.setLimit(Int.max - MemoryAccount.available + MemoryAccount.maxUnlimited)
      let bytes = try written(pattern, as: .macrocell)
      MemoryAccount.setLimit(.max)
      guard try read(bytes, as: .macrocell).population == small.population else { exit(4) }
      exit(0)
    }
  }

  /// More than one part of a tree written out at once.
  @Test(
    .needsOptimization,
    arguments: [
      ("B3/S23", Format.rle), ("B3/S23", .life106), ("B3/S23", .json), ("345/2/4", .rle),
      ("345/2/4", .json),
    ])
  func `a quadtree and its cells give the same file`(rulestring: String, format: Format) throws {
    let rule = try Rule(parsing: rulestring)
    var random = Seeded(7)
    let builder = Cells.Builder(planes: rule.planes)
    for y in 0..<1200 where y % 50 < 40 {
      for x in stride(from: 0, to: 6400, by: 640) {
        // All states exist in the rule: it has four.
        let words = (0..<8 * rule.planes).map { _ in random.next() & random.next() & random.next() }
        try builder.append(y: y - 300, x: x - 2560, words: words.span)
      }
    }
    let pattern = Pattern(cells: builder.finish(), at: Position(x: -11, y: 5), rule: rule)
    #expect(pattern.cells.byteCount > 1 << 19)
    let tree = try pattern.inTree()
    #expect(tree.tree != nil)
    #expect(try written(tree, as: format) == written(pattern, as: format))
  }

  /// Few cells, but too far apart for rows.
  @Test func `cells too far apart for rows are refused`() throws {
    let store = try QuadStore()
    var corner = try store.node(QuadLeaf(nw: 1, ne: 0, sw: 0, se: 0))
    for _ in store.leafLevel..<100 {
      corner = try store.join(nw: corner, ne: .empty, sw: .empty, se: .empty)
    }
    let root = try store.join(nw: corner, ne: .empty, sw: .empty, se: corner)
    let pattern = Pattern(tree: Quadtree(root, level: 101, in: store), center: Macrocell.center)
    let error = #expect(throws: WriteError.self) { try written(pattern, as: .rle) }
    #expect("\(error as Any)".contains("rle cannot hold cells in a bounding box of"))
  }

  @Test func `apgcodes are not written without identification`() throws {
    let error = #expect(throws: WriteError.self) {
      try written(Art.pattern("OO\nOO"), as: .apgcode)
    }
    #expect("\(error as Any)".contains("this pattern is not identified"))
  }
}
