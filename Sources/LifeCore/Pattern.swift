/// A pattern: cells with their position, generation, rule, universe and notes.
///
/// The cells have one of two forms: packed rows (``Cells``), or a quadtree for patterns too large
/// or too regular to expand. Equality and digests never expand a whole tree.
package struct Pattern: Sendable {
  /// The subject of a note.
  package enum NoteKind: Sendable, Hashable {
    case name
    case author
    case comment
    /// Text after the end of the cells, for example a viewer's script.
    case trailer
  }

  /// One line of text about the pattern, as bytes, because old files have unknown encodings.
  package struct Note: Sendable, Hashable {
    package var kind: NoteKind
    package var text: [UInt8]

    package init(_ kind: NoteKind, text: [UInt8]) {
      self.kind = kind
      self.text = text
    }
  }

  private var storage: Storage

  private enum Storage: Sendable {
    case rows(Cells)
    case tree(Quadtree)
  }

  /// The absolute position of the local cell (0, 0), if stated; otherwise ``origin`` computes it.
  package var statedPosition: Position?
  /// The size stated in the file. It centers the pattern in a bounded universe.
  package var declaredSize: (width: Int, height: Int)?
  /// Whether RLE states ``declaredSize`` instead of the size of the bounding box. This applies on
  /// the unbounded plane without a stated position. For example, a soup of 16 × 16 cells with a
  /// dead row at its edge states x = 16, y = 16; read in T64,64, it is centered by that size.
  package var keepsDeclaredSize = false
  /// The generation of the cells. Under some rules, the meaning and the next states of the cells
  /// depend on it, see ``Rule/phases``.
  package var generation: BigInt = 0
  /// The rule stated in the file. If it is `nil`, ``rule`` is Conway's Life.
  package var statedRule: Rule?
  package var universe: Universe = .plane
  package var notes: [Note] = []

  package init(cells: Cells) { storage = .rows(cells) }

  /// A pattern in the form of a tree.
  ///
  /// - Parameter center: the absolute position of the tree's (0, 0).
  package init(tree: Quadtree, center: Position = .origin) {
    storage = .tree(tree)
    statedPosition = center
  }

  /// The stated rule, or Conway's Life.
  package var rule: Rule { statedRule ?? .life }
}

package extension Pattern {
  /// The cells as rows.
  ///
  /// - Complexity: O(1) for rows. A tree is expanded at each access without a memory limit, so use
  ///   ``inRows(limit:in:)`` for possibly large ones.
  var cells: Cells {
    get {
      switch storage {
      case .rows(let cells): return cells
      case .tree(let tree):
        guard let cells = try? tree.rows(limit: .max, from: .origin) else {
          preconditionFailure("a tree too large for rows")
        }
        return cells
      }
    }
    set { storage = .rows(newValue) }
  }

  /// The tree. Returns `nil` if the cells are rows.
  var tree: Quadtree? {
    if case .tree(let tree) = storage { tree } else { nil }
  }

  /// The same pattern as rows of cells.
  ///
  /// - Parameters:
  ///   - limit: the memory limit of the cells in bytes.
  ///   - box: for a tree, the cells to include, relative to ``origin``; `nil` for all cells. Words
  ///     begin at multiples of 64, so the result may include up to 63 columns west of the box.
  /// - Throws: ``MemoryExhausted`` beyond `limit` bytes.
  func inRows(limit: Int = .max, in box: Bounds? = nil) throws -> Pattern {
    guard let tree else { return self }
    var result = self
    let corner = box.map(Quadtree.corner(of:)) ?? tree.corner
    result.cells = try tree.rows(limit: limit, from: corner, in: box)
    result.statedPosition = origin + corner
    return result
  }

  /// Calls `body` with all cells as rows, north to south. A pattern of rows is one part; a tree is
  /// expanded part by part, never as a whole.
  ///
  /// Writing 17 million cells in parts takes 17 instead of 321 MiB of memory (Gosper's gun in
  /// generation 10^8, 119 MB of RLE).
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes for lists of tree nodes. Beyond it, the rows of cells
  ///     are expanded one by one, more slowly.
  ///   - body: called with cells and the absolute position of their (0, 0).
  /// - Throws: ``MemoryExhausted`` if cells of a tree are too far apart, and errors of `body`.
  func forEachPart(
    limit: Int = .max, _ body: (_ cells: Cells, _ origin: Position) throws -> Void
  ) throws {
    guard let tree else { return try body(cells, origin) }
    let corner = tree.corner
    let place = origin + corner
    try tree.forEachPart(limit: limit, from: corner) { try body($0, place) }
  }

  /// The same pattern as a tree.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes for a new tree.
  ///   - center: the absolute position of the tree's (0, 0).
  /// - Throws: ``MemoryExhausted``.
  func inTree(limit: Int = .max, center: Position = .origin) throws -> Pattern {
    if tree != nil, origin == center { return self }
    let store = try QuadStore(memoryLimit: limit, states: rule.states)
    var result = self
    result.storage = .tree(try copied(to: store, center: center))
    result.statedPosition = center
    return result
  }

  /// A tree with the pattern's cells in a store, its (0, 0) at the absolute position `center`.
  func copied(to store: QuadStore, center: Position) throws -> Quadtree {
    precondition(rule.states <= store.states, "a tree for fewer states")
    if let tree, tree.store.shape == store.shape {
      return try store.translated(store.copy(of: tree), by: origin - center)
    }
    let rows = try inRows(limit: store.memoryLimit)
    return try Quadtree(rows.cells, at: rows.origin - center, in: store)
  }

  /// Cells on the unbounded plane, at their own coordinates.
  ///
  /// - Throws: ``StateBeyondRule``, ``MemoryExhausted``.
  init(onPlane cells: Cells, rule: Rule) throws {
    self.init(cells: cells)
    statedPosition = .origin
    statedRule = rule
    self = try packedForRule()
  }

  /// The same pattern with as many bit-planes as its rule's states require.
  ///
  /// - Throws: ``StateBeyondRule``, ``MemoryExhausted``.
  func packedForRule(limit: Int = .max) throws -> Pattern {
    if let tree {
      if tree.store.states == rule.states { return self }
    } else if cells.planes == rule.planes {
      if rule.states < 1 << rule.planes { try cells.checkStates(below: rule.states) }
      return self
    }
    var result = try inRows(limit: limit)
    result.cells = try result.cells.packed(
      planes: rule.planes, states: rule.states, limit: limit)
    return result
  }

  /// The number of live cells, exact.
  var population: BigInt { tree?.population ?? BigInt(cells.population) }

  /// The number of cells of each state from 1 on.
  func statePopulations() throws -> [BigInt] {
    var counts = [BigInt](repeating: 0, count: rule.states)
    try forEachPart { cells, _ in cells.forEachRun { counts[Int($0.state)] += $0.length } }
    return Array(counts.dropFirst())
  }

  /// The absolute position of the local cell (0, 0): as stated, otherwise the origin for a tree,
  /// and for rows, ``Universe/corner(forWidth:height:)``.
  var origin: Position {
    if let statedPosition { return statedPosition }
    if tree != nil { return .origin }
    let box = cells.bounds
    let size = declaredSize ?? (box?.endX ?? 0, box?.endY ?? 0)
    return universe.corner(forWidth: size.width, height: size.height)
  }

  /// The bounding box in absolute coordinates. Returns `nil` if all cells are dead.
  var bounds: Bounds? {
    guard let tree else { return cells.bounds.map { Bounds($0, from: origin) } }
    return tree.bounds.map { $0.moved(by: origin) }
  }

  /// The rulestring with the universe's suffix, for example `B3/S23:T100,50`.
  var rulestring: String { rule.canonical + universe.suffix }

  /// Whether the cells are the complement of the true cells, as with some B0 rules.
  var isComplement: Bool {
    rule.storesComplement(at: generation, in: universe)
  }

  /// The texts of the notes of one kind, in order.
  func notes(_ kind: NoteKind) -> [[UInt8]] { notes.filter { $0.kind == kind }.map(\.text) }

  /// Adds a comment; any other note replaces those of its kind. An empty text removes them all.
  mutating func write(_ note: Note) {
    if note.kind != .comment || note.text.isEmpty { notes.removeAll { $0.kind == note.kind } }
    guard !note.text.isEmpty else { return }
    let index =
      switch note.kind {
      case .name: 0
      case .author: notes.prefix { $0.kind == .name }.count
      case .comment, .trailer: notes.count
      }
    notes.insert(note, at: index)
  }
}

extension Pattern: Equatable {
  /// Whether cells, positions, generation, rule, universe and notes are equal. The form of the
  /// cells and the declared size are ignored.
  ///
  /// Traps if memory runs out, like every allocation of the standard library. To report that
  /// instead, compare the cells with ``hasSameCells(as:)``.
  package static func == (left: Pattern, right: Pattern) -> Bool {
    guard left.rule == right.rule, left.universe == right.universe,
      left.generation == right.generation, left.notes == right.notes
    else { return false }
    do {
      return try left.hasSameCells(as: right)
    } catch {
      preconditionFailure("two patterns cannot be compared: \(error)")
    }
  }

  /// Whether the cells have equal states at equal absolute positions.
  ///
  /// - Throws: ``MemoryExhausted``.
  package func hasSameCells(as other: Pattern) throws -> Bool {
    if tree != nil || other.tree != nil { return try hasSameTree(as: other) }
    guard cells.population == other.cells.population else { return false }
    guard !cells.isEmpty else { return true }
    guard let shift = other.origin.offset(from: origin), bounds == other.bounds else {
      return false
    }
    return cells.isSame(as: other.cells, shiftedBy: shift)
  }

  /// Copies both patterns into one store, around the center of one of them, and compares the roots:
  /// in a store, equal trees have the same root.
  private func hasSameTree(as other: Pattern) throws -> Bool {
    guard population == other.population, bounds == other.bounds else { return false }
    let store = try QuadStore(states: max(rule.states, other.rule.states))
    let center = tree == nil ? other.origin : origin
    let mine = try copied(to: store, center: center)
    let theirs = try other.copied(to: store, center: center)
    return mine.root == theirs.root && (mine.level == theirs.level || mine.isEmpty)
  }
}
