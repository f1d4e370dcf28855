import LifeCore
import TestSupport
import Testing

@testable import LifeEngines

/// The tree of spaceships against comparing all of them.
@Suite struct SpaceshipTreeTests {
  private typealias Approach = SpaceshipTree.Approach

  private static func box(by random: inout Seeded, side: Int) -> Window {
    Window(
      x: Int.random(in: -side..<side, using: &random),
      y: Int.random(in: -side..<side, using: &random),
      width: Int.random(in: 1..<9, using: &random), height: Int.random(in: 1..<9, using: &random))
  }

  @Test(arguments: [0, 1, 2, 3, 8, 9, 100])
  func `searches of a spaceship tree equal comparing all`(count: Int) {
    for seed in Effort.cases(6, long: 200) {
      var random = Seeded(seed)
      let side = [60, 3000, 1 << 40][seed % 3]
      var all = (0..<count).map {
        (id: SpaceshipID(rawValue: $0), box: Self.box(by: &random, side: side), due: 0)
      }
      var tree = SpaceshipTree(all)
      var leaves: [SpaceshipID: Int] = [:]
      for (id, leaf) in tree.live { leaves[id] = leaf }
      for turn in 0..<20 {
        for index in all.indices {
          all[index].due = Int.random(in: 0..<1000, using: &random)
          tree.setDue(of: leaves[all[index].id] ?? -1, to: all[index].due)
        }
        let approach = Approach(
          box: Self.box(by: &random, side: side), speed: Int.random(in: 0..<17, using: &random))
        let bounds = all.map { approach.steps(to: SpaceshipTree.Node($0.box, due: $0.due)) }
        let own = SpaceshipID(rawValue: turn)
        var steps = 1 << 50
        tree.limit(&steps, by: approach, except: own)
        let others = zip(all, bounds).filter { $0.0.id != own }.map(\.1)
        #expect(steps == min(1 << 50, others.min() ?? .max), "seed \(seed)")

        let moving = Approach(box: approach.box, speed: approach.speed + 1)
        tree.hasten(moving, from: 10) { id, due in
          if let index = all.firstIndex(where: { $0.id == id }) {
            #expect(due < all[index].due)
          }
        }
        for index in all.indices {
          let steps = moving.steps(to: SpaceshipTree.Node(all[index].box, due: 0))
          if steps < 1 << 50 { all[index].due = min(all[index].due, 10 + steps) }
        }
        let due = Set(tree.due(at: 300).map(\.rawValue))
        #expect(due == Set(all.filter { $0.due <= 300 }.map(\.id.rawValue)), "seed \(seed)")
        #expect(tree.earliestDue == all.map(\.due).min() ?? .max)
        tree.checkInvariants { id in
          let one = all.first { $0.id == id } ?? all[0]
          return SpaceshipTree.Node(one.box, due: one.due)
        }
        if let gone = all.randomElement(using: &random), turn % 3 == 0 {
          tree.remove(leaves[gone.id] ?? -1)
          all.removeAll { $0.id == gone.id }
        }
      }
    }
  }

  @Test func `spaceships are found whatever was added and removed`() {
    for seed in Effort.cases(10, long: 300) {
      var random = Seeded(seed)
      var spaceships = DetachedSpaceships()
      let form = spaceships.form(of: [Cell(x: 0, y: 0)], size: (1, 1))
      var ids: [SpaceshipID] = []
      for step in 0..<40 {
        let new = (0..<Int.random(in: 1..<6, using: &random)).map { _ in
          let velocity = Cell(
            x: Int.random(in: -1...1, using: &random), y: Int.random(in: 1...2, using: &random))
          return DetachedSpaceship(
            form: form, box: Self.box(by: &random, side: 3000), velocity: velocity, at: step)
        }
        if spaceships.isEmpty { _ = spaceships.form(of: [Cell(x: 0, y: 0)], size: (1, 1)) }
        ids += spaceships.add(new)
        for id in ids {
          spaceships.setDue(of: id, to: step + Int.random(in: 1..<50, using: &random))
        }
        spaceships.hasten(near: Self.box(by: &random, side: 3000), from: step)
        for id in ids where Int.random(in: 0..<3, using: &random) == 0 {
          spaceships.remove(id)
          ids.removeAll { $0 == id }
        }
        _ = spaceships.checkInvariants()
        #expect(spaceships.count == ids.count)
        #expect(spaceships.nextDue == ids.map { spaceships[$0].due }.min() ?? .max)
      }
    }
  }
}
