/// A partition of the numbers 0, …, count − 1 into disjoint sets.
///
/// It is inlined into other modules: an analysis joins cells and runs.
@usableFromInline
package struct DisjointSets {
  @usableFromInline var parents: [Int]

  package init(count: Int) { parents = Array(0..<count) }

  @inlinable
  mutating func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// Unites the sets of two numbers.
  @inlinable
  package mutating func join(_ index: Int, with other: Int) {
    // Neighbors are often joined several times.
    if parents[index] == parents[other] { return }
    let root = root(index)
    let otherRoot = self.root(other)
    parents[max(root, otherRoot)] = min(root, otherRoot)
  }

  /// The index of each number's set, and the count of sets, sorted by their smallest numbers.
  package var numbering: (setOf: [Int], count: Int) {
    var sets = self
    var setOf = [Int](repeating: 0, count: parents.count)
    var count = 0
    for index in parents.indices {
      let root = sets.root(index)
      if root == index {
        setOf[index] = count
        count += 1
      } else {
        setOf[index] = setOf[root]
      }
    }
    return (setOf, count)
  }

  /// The sets, sorted by their smallest numbers. Each is ascending.
  package var groups: [[Int]] {
    let (setOf, count) = numbering
    var groups = [[Int]](repeating: [], count: count)
    for (number, set) in setOf.enumerated() { groups[set].append(number) }
    return groups
  }
}
