/// Disjoint sets of the numbers 0, …, count − 1.
package struct DisjointSets {
  private var parents: [Int]

  package init(count: Int) { parents = Array(0..<count) }

  private mutating func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// Unites the sets of two numbers.
  package mutating func join(_ index: Int, with other: Int) {
    let root = root(index)
    let otherRoot = self.root(other)
    parents[max(root, otherRoot)] = min(root, otherRoot)
  }

  /// The sets in the order of their smallest numbers, each ascending.
  package var groups: [[Int]] {
    var sets = self
    // The place of the group that begins with a number.
    var places = [Int](repeating: 0, count: parents.count)
    var groups: [[Int]] = []
    for index in parents.indices {
      let root = sets.root(index)
      if root == index {
        places[index] = groups.count
        groups.append([])
      }
      groups[places[root]].append(index)
    }
    return groups
  }
}
