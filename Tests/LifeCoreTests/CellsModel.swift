import LifeCore
import TestSupport

/// Cells in the simplest form: a set.
struct CellsModel {
  var cells: Set<Cell> = []

  mutating func add(_ run: CellRun) {
    for x in run.x..<run.x + max(run.length, 0) { cells.insert(Cell(x: x, y: run.y)) }
  }

  init() {}

  init(_ runs: [CellRun]) {
    for run in runs { add(run) }
  }

  var sorted: [Cell] { cells.sorted { ($0.y, $0.x) < ($1.y, $1.x) } }

  /// The runs in reading order.
  var runs: [CellRun] {
    var runs: [CellRun] = []
    for cell in sorted {
      if let last = runs.last, last.y == cell.y, last.x + last.length == cell.x {
        runs[runs.count - 1].length += 1
      } else {
        runs.append(CellRun(y: cell.y, x: cell.x, length: 1))
      }
    }
    return runs
  }

  var bounds: Window? {
    guard let left = cells.map(\.x).min(), let right = cells.map(\.x).max(),
      let top = cells.map(\.y).min(), let bottom = cells.map(\.y).max()
    else { return nil }
    return Window(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  func clipped(to window: Window) -> CellsModel {
    var model = CellsModel()
    model.cells = cells.filter(window.contains)
    return model
  }

  /// Runs in any order about word edges. They may overlap, touch and repeat.
  static func randomRuns(_ random: inout Seeded) -> [CellRun] {
    let edges = [0, 1, 2, 63, 64, 65, 127, 128, 129, -1, -64, -65]
    return (0..<random.below(24)).map { _ in
      let x = edges[random.below(edges.count)] + random.below(3) - 1
      let length = random.below(60) == 0 ? 5_000 : edges[random.below(9)]
      return CellRun(y: random.below(6) - 3, x: x, length: length)
    }
  }
}

extension Cells {
  /// The cells packed word by word by a builder, each row's words in pieces of `size`.
  static func built(_ model: CellsModel, piecesOf size: Int) throws -> Cells {
    let builder = Cells.Builder()
    for (y, row) in Dictionary(grouping: model.cells, by: \.y).sorted(by: { $0.key < $1.key }) {
      let columns = row.map(\.x)
      guard let first = columns.min(), let last = columns.max() else { continue }
      let base = first & ~63
      var words = [UInt64](repeating: 0, count: (last - base) / 64 + 1)
      for x in columns { words[(x - base) / 64] |= 1 << UInt64((x - base) % 64) }
      for start in stride(from: 0, to: words.count, by: size) {
        let piece = Array(words[start..<min(start + size, words.count)])
        try builder.append(y: y, x: base + start * 64, words: piece.span)
      }
    }
    return builder.finish()
  }
}
