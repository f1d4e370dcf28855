import LifeCore
import TestSupport
import Testing

@testable import LifeEngines

/// The times of checks of detached spaceships.
@Suite struct DetachedSpaceshipsTests {
  private static func box(by random: inout Seeded, side: Int) -> Window {
    Window(
      x: Int.random(in: -side..<side, using: &random),
      y: Int.random(in: -side..<side, using: &random),
      width: Int.random(in: 1..<9, using: &random), height: Int.random(in: 1..<9, using: &random))
  }

  /// No two spaceships meet before one of them is due, and none meets spreading cells before it is
  /// due.
  @Test func `spaceships are due before they meet, whatever was added and removed`() {
    for seed in Effort.cases(10, long: 300) {
      var random = Seeded(seed)
      var spaceships = DetachedSpaceships()
      for step in 0..<40 {
        let form = spaceships.formNumber(of: [Cell(x: 0, y: 0)], size: (1, 1))
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
          let velocity = Cell(
            x: Int.random(in: -4...4, using: &random), y: Int.random(in: -4...4, using: &random))
          var spaceship = DetachedSpaceship(
            form: form, box: Self.box(by: &random, side: 3000), velocity: velocity, at: step)
          spaceships.setDue(of: &spaceship, at: step, within: 1 << 40)
          spaceships.append(spaceship)
        }
        for var spaceship in spaceships.remove(where: { $0.due <= step }) {
          spaceships.setDue(of: &spaceship, at: step, within: 1 << 40)
          spaceships.append(spaceship)
        }
        let cells = Self.box(by: &random, side: 3000)
        spaceships.recheckSooner(near: cells, from: step)
        for spaceship in spaceships.all {
          let later = min(spaceship.due, step + 1000)
          let reach = cells.widened(by: 8 * (later - step))
          #expect(later == step || spaceship.box(at: later).gap(to: reach) >= 16, "seed \(seed)")
        }
        Self.expectApart(Array(spaceships.all), from: step, comment: "seed \(seed), step \(step)")
        _ = spaceships.remove {
          $0.due <= step + 1 || ($0.start.x + step).isMultiple(of: 3)
        }
        spaceships.removeUnusedForms()
        _ = spaceships.checkInvariants()
        #expect(spaceships.nextDue == spaceships.all.map(\.due).min() ?? .max)
      }
    }
  }

  /// Expects that two spaceships are far from each other until one of them is due.
  private static func expectApart(
    _ spaceships: [DetachedSpaceship], from step: Int, comment: Comment
  ) {
    for (index, one) in spaceships.enumerated() {
      for other in spaceships[..<index] where other.velocity != one.velocity {
        let later = min(one.due, other.due, step + 1000)
        if later <= step { continue }
        #expect(one.box(at: later).gap(to: other.box(at: later)) >= 16, comment)
      }
    }
  }
}
