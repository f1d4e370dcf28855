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

  package var cells: Cells
  /// The absolute position of the local cell (0, 0); nil if the file does not say.
  package var position: Position?
  /// The size that the file claims, which centres the pattern in a bounded universe.
  package var declaredSize: (width: Int, height: Int)?
  package var generation: BigInt = 0
  /// Nil if the file names none; then it is Conway's.
  package var statedRule: Rule?
  package var universe: Universe = .plane
  package var notes: [Note] = []

  package init(cells: Cells) { self.cells = cells }

  package var rule: Rule { statedRule ?? .life }
}

package extension Pattern {
  /// The absolute position of the local cell (0, 0), decided by the universe if the file is silent.
  var origin: Position {
    if let position { return position }
    let box = cells.bounds
    let size = declaredSize ?? (box?.endX ?? 0, box?.endY ?? 0)
    return universe.corner(forWidth: size.width, height: size.height)
  }

  /// The bounding box in absolute coordinates; nil if no cell lives.
  var bounds: Bounds? { cells.bounds.map { Bounds($0, from: origin) } }

  /// The rulestring with the universe's suffix, such as `B3/S23:T100,50`.
  var rulestring: String { rule.canonical + universe.suffix }

  func notes(_ kind: NoteKind) -> [[UInt8]] { notes.filter { $0.kind == kind }.map(\.text) }

  /// The first name that the file gives, for a message.
  var name: String? { notes(.name).first.map { String(decoding: $0, as: UTF8.self) } }
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
    guard cells.population == other.cells.population else { return false }
    guard !cells.isEmpty else { return true }
    guard let dx = (other.origin.x - origin.x).int, let dy = (other.origin.y - origin.y).int,
      bounds == other.bounds
    else { return false }
    return cells.isSame(as: other.cells, shiftedBy: (dx, dy))
  }
}
