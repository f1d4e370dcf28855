internal import LifeCore

extension Cells {
  /// The cells that are not among others; nil unless all of those are among these, in the same
  /// states.
  func removing(_ others: Cells) -> Cells? {
    var removed: [CellRun] = []
    others.forEachRun { removed.append($0) }
    var rest: [CellRun] = []
    var next = 0
    forEachRun { run in
      var left = run
      while next < removed.count, let (before, after) = left.parts(around: removed[next]) {
        if before.length > 0 { rest.append(before) }
        left = after
        next += 1
      }
      if left.length > 0 { rest.append(left) }
    }
    return next == removed.count ? Cells(rest) : nil
  }
}

extension CellRun {
  /// What is left of a run on both sides of a part of it; nil if the other run is no part of it.
  fileprivate func parts(around part: CellRun) -> (before: CellRun, after: CellRun)? {
    let start = part.x - x
    let end = start + part.length
    guard part.y == y, part.state == state, start >= 0, end <= length else { return nil }
    let before = CellRun(y: y, x: x, length: start, state: state)
    return (before, CellRun(y: y, x: x + end, length: length - end, state: state))
  }
}
