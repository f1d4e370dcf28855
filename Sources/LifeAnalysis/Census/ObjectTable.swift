internal import LifeCore

/// Remembers the objects that have been identified, by their cells in one phase.
struct ObjectTable {
  /// An object that recurs alone, with its first phase at (0, 0).
  struct KnownObject {
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
  private var objects: [Bitmap: KnownObject?] = [:]

  /// The most objects that are kept, about 100 MB.
  private static let mostObjects = 1 << 16
  /// The largest period of an object.
  private static let longestPeriod = 4_096

  init(_ rule: AnalysisRule) {
    self.rule = rule
    pseudoObjects = PseudoObjects(rule)
  }

  /// The object with these cells; nil if it does not recur alone.
  mutating func object(with bitmap: Bitmap) -> KnownObject? {
    if let known = objects[bitmap] { return known }
    if objects.count >= Self.mostObjects { objects.removeAll(keepingCapacity: true) }
    let object = makeObject(with: bitmap)
    objects[bitmap] = .some(object)
    return object
  }

  private func makeObject(with bitmap: Bitmap) -> KnownObject? {
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
    return KnownObject(
      cycle: cycle, codes: parts.map { ObjectCode($0, under: rule) },
      envelope: envelope.sorted { ($0.y, $0.x) < ($1.y, $1.x) },
      box: cycle.box ?? phase.window,
      path: TrackedObject(cycle: cycle, generation: 0).path(from: 0))
  }
}
