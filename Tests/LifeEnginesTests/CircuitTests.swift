import CCPU
import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// Rules of two states as circuits of the kernels.
@Suite struct CircuitTests {
  static func rule(_ map: MooreMap) -> Rule {
    Rule(.twoState(TwoStateRule(.map("MAP", .moore), map: map)))
  }

  /// A random table with one next state for all neighborhoods of a class.
  static func randomMap(_ seed: Int, b0: Bool, classOf: (Int) -> Int) -> MooreMap {
    var random = Seeded(seed)
    let states = (0..<512).map { _ in random.next() & 1 == 1 }
    return MooreMap { classOf($0) == classOf(0) ? b0 : states[classOf($0)] }
  }

  /// The smallest of the eight images of a neighborhood.
  static func isotropicClass(_ index: Int) -> Int {
    Symmetry.all.map { symmetry in
      (0..<9).filter { index >> $0 & 1 == 1 }.reduce(0) { image, bit in
        var x = bit % 3
        var y = bit / 3
        if symmetry.swapsAxes { (x, y) = (y, x) }
        if symmetry.flipsX { x = 2 - x }
        if symmetry.flipsY { y = 2 - y }
        return image | 1 << (3 * y + x)
      }
    }.min() ?? index
  }

  /// One table of each kind, by seed.
  static func maps(_ seed: Int, b0: Bool) -> [MooreMap] {
    [
      randomMap(seed, b0: b0, classOf: isotropicClass),
      randomMap(seed, b0: b0) { $0 },
      randomMap(seed, b0: b0) { $0 & 0b110_111_011 },
      randomMap(seed, b0: b0) { $0 & 0b010_111_010 },
      randomMap(seed, b0: b0) { ($0 & 0b110_101_011).nonzeroBitCount << 5 | $0 & 0b10000 },
      randomMap(seed, b0: b0) { ($0 & 0b010_101_010).nonzeroBitCount << 5 | $0 & 0b10000 },
      randomMap(seed, b0: b0) { $0 & 0b10000 == 0 ? $0 >> 6 : 8 },
    ]
  }

  static let named = [
    "B2-a/S12", "B2ce3aiy/S12-k3", "B2/S34H", "B13/S24V", "W30", "W110", "B0124/S02H",
  ].map { Soup.rule($0) }

  @Test func `a rule gets the cheapest circuit that can run it`() {
    for seed in 0..<20 {
      let numbers = Self.maps(seed, b0: seed % 2 == 0).map { Circuit($0).number }
      #expect(numbers == [3, 4, 4, 4, 1, 2, 5])
    }
    #expect(Self.named[4...5].compactMap(\.twoState).map { Circuit($0.map).number } == [5, 5])
    #expect(
      Self.named.prefix(4).compactMap(\.twoState).map { Circuit($0.map).number } == [3, 3, 1, 2])
    #expect(Circuit(MooreMap(LifeLike(birth: [3], survival: [2, 3]))).number == 0)
  }

  @Test(arguments: ["B3/S23", "B/S", "B1357/S02468", "B03/S23", "B0123478/S01234678", "B8/S8"])
  func `a rule by counts has the program of its map`(rulestring: String) throws {
    let rule = try Rule(parsing: rulestring)
    #expect(Circuit(rule) == Circuit(rule.phases.compactMap(\.map)))
  }

  /// The kernel's own circuit computes the classes. No class may contain neighborhoods that an
  /// isotropic rule can distinguish.
  @Test func `the isotropic circuit separates all isotropic classes`() {
    let classes = isotropicClasses()
    #expect(classes.count == 512 && classes.allSatisfy { $0 < 29 * 4 })
    for (index, number) in classes.enumerated() {
      let representative = classes.firstIndex(of: number) ?? index
      #expect(Self.isotropicClass(index) == Self.isotropicClass(representative), "\(index)")
      // The two low bits are the functions' inputs: the center and `full` of the sides.
      let sides = index & 0b010_101_010
      let isFull = sides & 0b000_101_000 == 0b000_101_000 || sides & 0b010_000_010 == 0b010_000_010
      #expect(number & 1 == index >> 4 & 1)
      #expect((number >> 1 & 1 == 1) == isFull)
    }
    #expect(Set(classes).count == 29 * 4)
  }

  @Test func `the program of Just Friends is the one in the C header`() throws {
    let rule = try #require(Rule(parsing: "B2-a/S12").twoState)
    let leaves = unsafe Circuit(rule.map).withPrograms { program, _ in
      unsafe [program[1], program[2]]
    }
    #expect(leaves == [life_just_friends_first, life_just_friends_last])
  }

  @Test(arguments: CPULevel.supported)
  func `all neighborhoods get the next state of the rule`(level: CPULevel) throws {
    // Each isotropic class of neighborhoods alone.
    let classes = Set((0..<512).map(Self.isotropicClass)).sorted()
    #expect(classes.count == 102)
    let single = stride(from: 0, to: classes.count, by: Effort.count(1, brief: 4)).map { place in
      Self.rule(MooreMap { Self.isotropicClass($0) == classes[place] })
    }
    let random = Effort.cases(4, long: 60).flatMap { seed in
      Self.maps(seed, b0: seed % 2 == 1).map(Self.rule)
    }
    let counting =
      Soup.knownRules
      + (0..<Effort.count(200, brief: 20)).map {
        Soup.rule($0, b0: $0 % 3 == 0)
      }
    // At an even generation, and at an odd one.
    let rules = (single + random + Self.named + counting).flatMap { [$0, $0] }
    for (index, rule) in rules.enumerated() {
      let phase = rule.phases[rule.phase(at: BigInt(index % 2))]
      let map = try #require(phase.map)
      var pattern = Pattern(cells: NeighborhoodTests.cells, rule: rule)
      pattern.generation = BigInt(index % 2)
      let stepper = try BitmapStepper(pattern, options: EngineLaws.options(level))
      try stepper.advance(by: 1)
      let found = try stepper.snapshot()
      let x = found.origin.x.int ?? 0
      let y = found.origin.y.int ?? 0
      // One expectation for all: half a million of them take seconds.
      let wrong = (0..<512).filter { index in
        let center = Cell(x: index % 32 * 5 + 1 - x, y: index / 32 * 5 + 1 - y)
        // Bit 0 of a pattern's index is its north-western cell, bit 0 of a map's index its last
        // one.
        let mirrored = (0..<9).reduce(0) { $0 | (index >> $1 & 1) << (8 - $1) }
        let next = phase.lifeLike?.next(
          alive: index & 16 > 0, neighbors: (index & ~16).nonzeroBitCount)
        return found.cells[center] != (next ?? map[mirrored])
      }
      #expect(wrong.isEmpty, "\(level) \(rule.canonical)")
    }
  }

  static let universes: [Universe] = [
    .plane, Universe(.torus, width: 65, height: 9), Universe(.torus, width: 513, height: 6),
    Universe(.plane, width: 127, height: 11), Universe(.plane, width: 1024, height: 3),
    Universe(.torus(shiftX: 3), width: 40, height: 12),
    // No universe is shifted both ways: its corners would be ambiguous.
    Universe(.torus(shiftX: -1), width: 17, height: 20),
    Universe(.torus(shiftY: 2), width: 17, height: 20),
    Universe(.klein(twistsRows: true), width: 33, height: 7),
    Universe(.klein(twistsRows: false, isShifted: true), width: 30, height: 8),
    Universe(.crossSurface, width: 64, height: 10), Universe(.sphere, width: 21, height: 21),
    Universe(.sphere, width: 1, height: 1), Universe(.crossSurface, width: 2, height: 1),
  ]
}

extension CircuitTests {
  @Test func `quadtree nodes equal the reference`() throws {
    let random = Effort.cases(1, long: 20).flatMap { seed in
      Self.maps(seed, b0: seed % 2 == 0).map(Self.rule)
    }
    let counts = [1, 6]
    for (seed, rule) in (random + Self.named).enumerated() {
      let pattern = EngineLaws.pattern(seed: seed, rule: rule, universe: .plane)
      let reference = try ReferenceRun(of: pattern, inStepsOf: counts)
      for level in CPULevel.supported {
        let tree = try HashLifeStepper(pattern, options: EngineLaws.options(level))
        try reference.expectSame(from: tree, comment: "\(level) \(rule.canonical) \(seed)")
      }
    }
  }

  /// A glider returns on a torus, after more generations than an engine can step.
  @Test(arguments: [(40, 30), (30, 41), (600, 64)])
  func `a board that repeats is not stepped again`(width: Int, height: Int) throws {
    let pattern = Art.pattern(
      ".O.\n..O\nOOO", in: Universe(.torus, width: width, height: height))
    let count = BigInt.powerOfTwo(70) + 5
    let far = try BitmapStepper(pattern, options: EngineOptions())
    try far.advance(by: count)
    let near = try BitmapStepper(pattern, options: EngineOptions())
    let period = BigInt(4 * width * height)
    var left = count.quotientAndRemainder(dividingBy: period).1
    // Pieces too short for the board to repeat in them.
    while left > 0 {
      let piece = min(left, 97)
      try near.advance(by: piece)
      left -= piece
    }
    #expect(try far.snapshot().hasSameCells(as: near.snapshot()))
    #expect(far.generation == count)
  }
}
