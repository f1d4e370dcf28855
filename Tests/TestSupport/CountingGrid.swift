import LifeCore

/// An array of states, stepped by adding up weights as they are listed.
///
/// It works on stored cells; beyond the edges of a plane they are dead.
public struct CountingGrid: Equatable {
  public let width: Int
  public let height: Int
  private let isTorus: Bool
  /// Row-major.
  package private(set) var states: [State]

  public init(width: Int, height: Int, isTorus: Bool) {
    self.width = width
    self.height = height
    self.isTorus = isTorus
    states = Array(repeating: 0, count: width * height)
  }

  package subscript(x: Int, y: Int) -> State {
    get { states[y * width + x] }
    set { states[y * width + x] = newValue }
  }

  /// Advances from a generation of some parity.
  package mutating func step(_ rule: LargerThanLife, atOdd odd: Bool) {
    let phase = rule.phase(atOdd: odd)
    let neighbours = [false, true].map { rule.neighbours(atOddParity: $0) }
    var next = self
    for y in 0..<height {
      for x in 0..<width {
        let sum = neighbours[(x + y) % 2].reduce(0) {
          $0 + $1.weight * rule.weight(of: state(x + $1.dx, y + $1.dy))
        }
        next[x, y] = phase.next(state: self[x, y], sum: sum)
      }
    }
    self = next
  }

  private func state(_ x: Int, _ y: Int) -> State {
    if isTorus { return self[(x % width + width) % width, (y % height + height) % height] }
    return x >= 0 && x < width && y >= 0 && y < height ? self[x, y] : 0
  }

  /// Fills the grid with random states below `states`.
  package mutating func fill(_ seed: Int, states count: Int) {
    var random = Seeded(seed)
    for index in states.indices {
      let state = random.next() % UInt64(count)
      states[index] = random.next() % 2 == 0 ? 0 : State(state)
    }
  }
}
