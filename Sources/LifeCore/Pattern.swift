/// A pattern: its cells, where and when they are, the rule they live by, and what people said.
package struct Pattern: Sendable {
  /// What a note is about.
  package enum NoteKind: Sendable, Hashable {
    case name
    case author
    case comment
    /// Text that stood after the end of the cells, such as a viewer's script.
    case trailer
  }

  /// One line of text about the pattern, as bytes, because old files are in any encoding.
  package struct Note: Sendable, Hashable {
    package var kind: NoteKind
    package var text: [UInt8]

    package init(_ kind: NoteKind, _ text: [UInt8]) {
      self.kind = kind
      self.text = text
    }
  }

  private var form: Form

  /// Cells in rows, or a tree for what is too large or too regular to be spelled out.
  private enum Form: Sendable {
    case rows(Cells)
    case tree(Quadtree)
  }

  /// The absolute position of the local cell (0, 0); nil if the file does not say.
  package var position: Position?
  /// The size that the file claims, which centres the pattern in a bounded universe.
  package var declaredSize: (width: Int, height: Int)?
  package var generation: BigInt = 0
  /// Nil if the file names none; then it is Conway's.
  package var statedRule: Rule?
  package var universe: Universe = .plane
  package var notes: [Note] = []

  package init(cells: Cells) { form = .rows(cells) }

  /// A pattern in the form of a tree, which lies where all trees do unless a position is given.
  package init(tree: Quadtree) {
    form = .tree(tree)
    position = Quadtree.corner
  }

  package var rule: Rule { statedRule ?? .life }
}

package extension Pattern {
  /// The cells in rows. A tree is spelled out at every look, so it must be a small one; where that
  /// is not known, see ``inRows(limit:)``.
  var cells: Cells {
    get {
      switch form {
      case .rows(let cells): return cells
      case .tree(let tree):
        guard let cells = try? tree.rows(limit: .max, from: .origin) else {
          preconditionFailure("a tree too large for rows")
        }
        return cells
      }
    }
    set { form = .rows(newValue) }
  }

  /// The tree, if the pattern is one.
  var tree: Quadtree? {
    if case .tree(let tree) = form { tree } else { nil }
  }

  /// The same pattern as rows of cells.
  ///
  /// - Parameter box: of a tree only what is in it, counted from ``origin``, and perhaps some cells
  ///   to the west; all if nil.
  /// - Throws: ``MemoryExhausted`` if they take more than `limit` bytes.
  func inRows(limit: Int = .max, in box: Bounds? = nil) throws -> Pattern {
    guard let tree else { return self }
    var result = self
    let corner = box.map(Quadtree.corner(of:)) ?? tree.corner
    result.cells = try tree.rows(limit: limit, from: corner, in: box)
    result.position = Position(x: origin.x + corner.x, y: origin.y + corner.y)
    return result
  }

  /// Visits the cells in rows, north to south: all at once, or those of a tree in parts, so that it
  /// need not be small.
  ///
  /// - Parameter body: gets cells and where their (0, 0) is.
  /// - Throws: ``MemoryExhausted`` if a row of a tree takes more than `limit` bytes, and what
  ///   `body` throws.
  func forEachPart(
    limit: Int = .max, _ body: (_ cells: Cells, _ origin: Position) throws -> Void
  ) throws {
    guard let tree else { return try body(cells, origin) }
    let corner = tree.corner
    let place = Position(x: origin.x + corner.x, y: origin.y + corner.y)
    try tree.forEachPart(limit: limit, from: corner) { try body($0, place) }
  }

  /// The same pattern as a tree that lies where all trees do.
  func inTree(limit: Int = .max) throws -> Pattern {
    if tree != nil, origin == Quadtree.corner { return self }
    let rows = try inRows(limit: limit)
    let store = try QuadStore(memoryLimit: limit, states: rule.states)
    var result = self
    result.form = .tree(try rows.copied(to: store))
    result.position = Quadtree.corner
    return result
  }

  /// A tree with the pattern's cells, where all trees lie, in a store.
  func copied(to store: QuadStore) throws -> Quadtree {
    precondition(rule.states <= store.states, "a tree for fewer states")
    if let tree, origin == Quadtree.corner, tree.store.shape == store.shape {
      return try store.copy(of: tree)
    }
    let rows = try inRows(limit: store.memoryLimit)
    let (corner, origin) = (Quadtree.corner, rows.origin)
    let offset = Position(x: origin.x - corner.x, y: origin.y - corner.y)
    return try Quadtree(rows.cells, at: offset, in: store)
  }

  /// The same pattern with its cells packed as its rule needs them.
  ///
  /// - Throws: ``StateBeyondRule``, ``MemoryExhausted``.
  func packedForRule(limit: Int = .max) throws -> Pattern {
    if let tree {
      if tree.store.states == rule.states { return self }
    } else if cells.planes == rule.planes {
      return self
    }
    var result = try inRows(limit: limit)
    result.cells = try result.cells.packed(
      planes: rule.planes, states: rule.states, limit: limit)
    return result
  }

  /// The number of living cells, exact.
  var population: BigInt { tree?.population ?? BigInt(cells.population) }

  /// The absolute position of the local cell (0, 0), decided by the universe if the file is silent.
  var origin: Position {
    if let position { return position }
    if tree != nil { return Quadtree.corner }
    let box = cells.bounds
    let size = declaredSize ?? (box?.endX ?? 0, box?.endY ?? 0)
    return universe.corner(forWidth: size.width, height: size.height)
  }

  /// The bounding box in absolute coordinates; nil if no cell lives.
  var bounds: Bounds? {
    guard let tree else { return cells.bounds.map { Bounds($0, from: origin) } }
    guard var bounds = tree.bounds else { return nil }
    bounds.x += origin.x
    bounds.y += origin.y
    return bounds
  }

  /// The rulestring with the universe's suffix, such as `B3/S23:T100,50`.
  var rulestring: String { rule.canonical + universe.suffix }

  /// Whether the cells are those that are dead in truth, as after every other step with B0.
  var isComplement: Bool { rule.storesComplement(atOdd: generation.isOdd) }

  func notes(_ kind: NoteKind) -> [[UInt8]] { notes.filter { $0.kind == kind }.map(\.text) }
}

extension Pattern: Equatable {
  /// The same cells at the same place and time under the same rule, with the same notes; neither
  /// the packing nor a claimed size matters.
  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.rule == right.rule && left.universe == right.universe
      && left.generation == right.generation && left.notes == right.notes
      && left.hasSameCells(as: right)
  }

  /// The same live cells at the same absolute positions.
  package func hasSameCells(as other: Pattern) -> Bool {
    if tree != nil || other.tree != nil { return hasSameTree(as: other) }
    guard cells.population == other.cells.population else { return false }
    guard !cells.isEmpty else { return true }
    guard let dx = (other.origin.x - origin.x).int, let dy = (other.origin.y - origin.y).int,
      bounds == other.bounds
    else { return false }
    return cells.isSame(as: other.cells, shiftedBy: (dx, dy))
  }

  /// The same, if one of them is a tree: where every square has one number, so have they.
  private func hasSameTree(as other: Pattern) -> Bool {
    guard let store = try? QuadStore(states: max(rule.states, other.rule.states)),
      let mine = try? copied(to: store),
      let theirs = try? other.copied(to: store)
    else { return false }
    return mine.root == theirs.root && (mine.level == theirs.level || mine.isEmpty)
  }
}
