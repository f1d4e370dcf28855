internal import LifeCore

/// What is known about the objects that have been seen, by their cells in one phase.
struct ObjectTable {
  /// An object that recurs alone, with its first phase at (0, 0).
  struct Entry {
    let cycle: ObjectCycle
    /// The codes of its independent parts.
    let codes: [ObjectCode]
    /// The cells that are alive in some phase of an object that does not move.
    let envelope: [Cell]
    /// The bounding box of ``envelope``.
    let box: Window
    let path: MovingBox
  }

  private let rule: AnalysisRule
  private let pseudoObjects: PseudoObjects
  private var entries: [Bitmap: Entry?] = [:]

  /// The most objects that are kept, about 100 MB.
  private static let mostEntries = 1 << 16
  /// The largest period of an object.
  private static let longestPeriod = 4_096

  init(_ rule: AnalysisRule) {
    self.rule = rule
    pseudoObjects = PseudoObjects(rule)
  }

  /// The object with these cells; nil if it does not recur alone.
  mutating func entry(_ bitmap: Bitmap) -> Entry? {
    if let known = entries[bitmap] { return known }
    if entries.count >= Self.mostEntries { entries.removeAll(keepingCapacity: true) }
    let entry = makeEntry(bitmap)
    entries[bitmap] = .some(entry)
    return entry
  }

  private func makeEntry(_ bitmap: Bitmap) -> Entry? {
    let phase = Phase(bitmap: bitmap, x: 0, y: 0)
    guard let cycle = rule.smallCycle(of: phase, maxPeriod: Self.longestPeriod) else { return nil }
    let parts = pseudoObjects.parts(of: cycle)
    var envelope: Set<Cell> = []
    if !cycle.isMoving {
      for phase in cycle.phases {
        phase.bitmap.forEachCell { x, y, _ in envelope.insert(Cell(x: phase.x + x, y: phase.y + y))
        }
      }
    }
    return Entry(
      cycle: cycle, codes: parts.map { ObjectCode($0, symmetries: rule.symmetries) },
      envelope: envelope.sorted { ($0.y, $0.x) < ($1.y, $1.x) },
      box: cycle.box ?? phase.window,
      path: TrackedObject(cycle: cycle, generation: 0).path(from: 0))
  }
}
