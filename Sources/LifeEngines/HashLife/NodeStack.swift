internal import LifeCore

/// The work stack of ``Successors``: IDs of all nodes that are in use.
///
/// It is one array, so that a garbage collection finds all of them; each level of the recursion
/// pushes its nodes behind those of the level above.
@safe
final class NodeStack {
  private let arena: Arena<NodeID>
  /// Behind a pointer, because every access to a variable of a class is checked for overlapping
  /// accesses: a fiftieth of the time where batches are small.
  private let end: UnsafeMutablePointer<Int>

  init() throws(MemoryExhausted) {
    arena = try Arena(purpose: "quadtree", capacity: 1 << 14)
    unsafe end = .allocate(capacity: 1)
    unsafe end.initialize(to: 0)
  }

  deinit { unsafe end.deallocate() }

  private(set) var count: Int {
    get { unsafe end.pointee }
    set { unsafe end.pointee = newValue }
  }

  /// The nodes. The pointer is valid until ``push(_:)`` or ``reserve(_:)``.
  var elements: UnsafeMutablePointer<NodeID> { unsafe arena.elements }

  /// Pushes `count` empty nodes and returns the index of the first.
  func push(_ count: Int) throws(MemoryExhausted) -> Int {
    if self.count + count > arena.capacity { try arena.grow(to: (self.count + count) * 2) }
    let place = self.count
    unsafe (arena.elements + place).update(repeating: .empty, count: count)
    self.count += count
    return place
  }

  /// Makes room for `count` nodes above the top, and for one more that is written but not kept.
  func reserve(_ count: Int) throws(MemoryExhausted) {
    guard self.count + count >= arena.capacity else { return }
    try arena.grow(to: (self.count + count + 1) * 2)
  }

  /// Adds the nodes that were written above the top, up to `count` nodes in total.
  func extend(to count: Int) {
    assert(count >= self.count && count <= arena.capacity)
    self.count = count
  }

  func removeLast(_ count: Int) {
    assert(count <= self.count)
    self.count -= count
  }

  func removeAll() { count = 0 }
}
