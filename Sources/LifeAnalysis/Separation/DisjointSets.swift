/// A partition of the numbers 0, …, count − 1 into disjoint sets.
package struct DisjointSets {
  private var parents: [Int]

  package init(count: Int) { parents = Array(0..<count) }

  var count: Int { parents.count }

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
    // Neighbors are often joined several times.
    if parents[index] == parents[other] { return }
    let root = root(index)
    let otherRoot = self.root(other)
    parents[max(root, otherRoot)] = min(root, otherRoot)
  }

  /// For each number, the index of its set. Sets are sorted by their smallest numbers.
  package var places: (ofNumbers: [Int], count: Int) {
    var sets = self
    var places = [Int](repeating: 0, count: parents.count)
    var count = 0
    for index in parents.indices {
      let root = sets.root(index)
      if root == index {
        places[index] = count
        count += 1
      } else {
        places[index] = places[root]
      }
    }
    return (places, count)
  }

  /// The sets, sorted by their smallest numbers. Each is ascending.
  package var groups: [[Int]] {
    let (places, count) = places
    var groups = [[Int]](repeating: [], count: count)
    for (index, place) in places.enumerated() { groups[place].append(index) }
    return groups
  }
}
