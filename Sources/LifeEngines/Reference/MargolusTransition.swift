internal import LifeCore

/// The transition of a rule of the Margolus neighborhood, by definition: the table maps the four
/// cells of a block to four new ones.
struct MargolusTransition {
  /// The table of each phase.
  private let tables: [[State]]
  private let fillsSpace: Bool
  private let universe: Universe
  /// The absolute position of cell (0, 0).
  private let origin: Position

  init?(_ rule: Rule, in universe: Universe, origin: Position) {
    guard rule.partitioned?.kind == .margolus else { return nil }
    tables = rule.phases.compactMap(\.rule.partitioned?.table)
    fillsSpace = rule.fillsSpace
    self.universe = universe
    self.origin = origin
  }

  func next(_ states: [Cell: State], phase: Int) -> [Cell: State] {
    let odd = !phase.isMultiple(of: 2)
    let table = tables[phase]
    let x = odd != origin.x.isOdd ? 1 : 0
    let y = odd != origin.y.isOdd ? 1 : 0
    let cells = fillsSpace ? universe.cells : Array(states.keys)
    var next: [Cell: State] = [:]
    for corner in Set(cells.map { Cell(x: $0.x - ($0.x ^ x) & 1, y: $0.y - ($0.y ^ y) & 1) }) {
      let block = (0..<4).map {
        universe.resolve(Cell(x: corner.x + $0 & 1, y: corner.y + $0 >> 1))
      }
      let arrangement = block.enumerated().reduce(0) { number, place in
        number | Int(place.element.flatMap { states[$0] } ?? 0) << place.offset
      }
      let result = table[arrangement]
      for case (let index, let cell?) in block.enumerated() where result >> index & 1 == 1 {
        next[cell] = 1
      }
    }
    return next
  }
}

extension Universe {
  /// All cells of a bounded universe.
  fileprivate var cells: [Cell] {
    (top..<top + height).flatMap { y in (left..<left + width).map { Cell(x: $0, y: y) } }
  }
}
