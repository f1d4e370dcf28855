internal import LifeCore

/// Boxes of one size and velocity that appear at regular places and times and then exist for ever:
/// such as those of all gliders of a gun, or of all gliders of all guns that a breeder makes.
struct BoxFamily {
  /// After each box, another one appears some generations later, elsewhere.
  struct Repetition: Equatable {
    var generations: Int
    var offset: Offset
    /// The smallest number of repetitions.
    var least = 0
  }

  /// The outermost cells of the first box when it appears, times the period, so that they are
  /// exact.
  private let left: Int
  private let right: Int
  private let top: Int
  private let bottom: Int
  /// How far a box moves in a number of generations.
  private let displacement: Offset
  private let period: Int
  /// What is in the first box, if its cells are known; of a source, which has several boxes, all of
  /// it.
  private var object: TrackedObject?
  /// When the first box appears.
  private let birth: Int
  /// How the source of a stream repeats the box.
  private let stream: Repetition?
  /// How a mover repeats all this.
  private var making: Repetition?

  private var repetitions: [Repetition] { [stream, making].compactMap(\.self) }

  /// - Parameters:
  ///   - path: of the first box, from its birth on.
  ///   - object: what is in it; its generations are counted from time 0.
  init(
    _ path: MovingBox, displacement: Offset, period: Int, birth: Int,
    object: TrackedObject? = nil, stream: Repetition? = nil
  ) {
    // The edges of a path are multiples of its velocity.
    let edges = [path.left, path.right, path.top, path.bottom].map {
      Int(($0 * Double(period)).rounded())
    }
    left = edges[0]
    right = edges[1]
    top = edges[2]
    bottom = edges[3]
    self.displacement = displacement
    self.period = period
    self.birth = birth
    self.object = object
    self.stream = stream
  }

  /// All that a mover makes, if this family is what it makes first.
  func made(every making: Repetition) -> BoxFamily {
    var family = self
    family.making = making
    return family
  }

  /// Whether a box of each family may be within `reach` columns and rows of the other at the same
  /// time, which is `start` or later.
  ///
  /// For the boxes, numbers of repetitions need not be integers, so they may keep apart
  /// nevertheless: where the cells in them are known, these are compared.
  func mayMeet(_ other: BoxFamily, from start: Int, within reach: Int) -> Bool {
    boxesMayMeet(other, from: start, within: reach)
      && productsMayMeet(other, from: start, within: reach)
  }

  private func boxesMayMeet(_ other: BoxFamily, from start: Int, within reach: Int) -> Bool {
    let variables = 1 + repetitions.count + other.repetitions.count
    var inequalities = LinearInequalities(variables: variables)
    // The variables are the time and the numbers of repetitions.
    var time = LinearForm(start, variables: variables)
    time.coefficients[0] = -1
    inequalities.require(time)
    let own = Member(family: self, firstVariable: 1, variables: variables)
    let its = Member(
      family: other, firstVariable: 1 + repetitions.count, variables: variables)
    for form in own.existence + its.existence { inequalities.require(form) }
    inequalities.require(own.place(\.x, left, notBeyond: its, other.right, reach: reach))
    inequalities.require(its.place(\.x, other.left, notBeyond: own, right, reach: reach))
    inequalities.require(own.place(\.y, top, notBeyond: its, other.bottom, reach: reach))
    inequalities.require(its.place(\.y, other.top, notBeyond: own, bottom, reach: reach))
    return inequalities.maySolve
  }

  /// Any box of a family. Variable 0 is the time.
  private struct Member {
    let family: BoxFamily
    /// The variable of the number of the first repetition.
    let firstVariable: Int
    let variables: Int

    /// At most zero if there are not too few repetitions, and the box has appeared.
    var existence: [LinearForm] {
      var age = LinearForm(family.birth, variables: variables)
      age.coefficients[0] = -1
      var forms: [LinearForm] = []
      for (variable, repetition) in zip(firstVariable..., family.repetitions) {
        age.coefficients[variable] = Int128(repetition.generations)
        var number = LinearForm(repetition.least, variables: variables)
        number.coefficients[variable] = -1
        forms.append(number)
      }
      return forms + [age]
    }

    /// At most zero if one edge of this box is at most `reach` east, or south, of an edge of
    /// another box.
    func place(
      _ axis: KeyPath<Offset, Int>, _ edge: Int, notBeyond other: Member, _ otherEdge: Int,
      reach: Int
    ) -> LinearForm? {
      let here = coordinate(axis, edge - reach * family.period)
      let there = other.coordinate(axis, otherEdge)
      return LinearForm(
        here, times: Int128(other.family.period), plus: there, times: -Int128(family.period))
    }

    /// Where an edge is that is given times the period, also times the period of the motion.
    private func coordinate(_ axis: KeyPath<Offset, Int>, _ edge: Int) -> LinearForm {
      let moves = family.displacement[keyPath: axis]
      var place = LinearForm(edge - moves * family.birth, variables: variables)
      place.coefficients[0] = Int128(moves)
      for (variable, repetition) in zip(firstVariable..., family.repetitions) {
        place.coefficients[variable] = Int128(
          family.period * repetition.offset[keyPath: axis] - moves * repetition.generations)
      }
      return place
    }
  }
}

// MARK: - Objects whose cells are known

extension BoxFamily {
  private static let mostProducts = 64
  private static let mostPairs = 64
  private static let mostGenerations = 4_096

  /// The same for families whose boxes may meet: the objects that are made are compared one by one,
  /// as far as their boxes may still meet.
  private func productsMayMeet(_ other: BoxFamily, from start: Int, within reach: Int) -> Bool {
    guard making == nil, object != nil, other.object != nil else { return true }
    guard var making = other.making else {
      return objectsMayMeet(other, from: start, within: reach)
    }
    for _ in 0..<Self.mostProducts {
      var product = other
      product.making = nil
      product.object = other.object?.repeated(making, times: making.least)
      if objectsMayMeet(product, from: start, within: reach) { return true }
      making.least += 1
      var later = other
      later.making = making
      if !boxesMayMeet(later, from: start, within: reach) { return false }
    }
    return true
  }

  private func objectsMayMeet(_ other: BoxFamily, from start: Int, within reach: Int) -> Bool {
    guard let one = object, let another = other.object else { return true }
    if one.cycle.hasVelocity(of: another.cycle) { return isNear(other, reach: reach) }
    // A source is the same after each period of its stream, and so is an oscillator of a divisor of
    // that, so that all objects of the stream pass it as the first one does.
    switch (stream, other.stream) {
    case (nil, nil):
      return one.meets(
        another, from: max(start, one.generation, another.generation), within: reach,
        most: Self.mostGenerations)
    case (let stream?, nil) where another.cycle.isRepeated(by: stream):
      return one.meets(another, from: one.generation, within: reach, most: Self.mostGenerations)
    case (nil, let stream?) where one.cycle.isRepeated(by: stream):
      return one.meets(another, from: another.generation, within: reach, most: Self.mostGenerations)
    default: return true
    }
  }

  /// Whether objects of two streams of one velocity are ever within `reach` columns and rows of
  /// each other.
  private func isNear(_ other: BoxFamily, reach: Int) -> Bool {
    guard let one = object, let another = other.object else { return true }
    guard let next = stream ?? other.stream else {
      return one.isClose(to: another, from: one.generation, reach: reach)
    }
    if let own = stream, let its = other.stream, own != its { return true }
    // Only the difference of the numbers in the streams counts.
    let here = one.path(from: 0)
    let there = another.path(from: 0)
    let stepX = Double(next.offset.x) - here.vx * Double(next.generations)
    let stepY = Double(next.offset.y) - here.vy * Double(next.generations)
    let isWide = abs(stepX) > abs(stepY)
    let step = isWide ? stepX : stepY
    guard abs(step) > 0.5 else { return true }
    let distance = isWide ? there.left - here.left : there.top - here.top
    let size = max(
      here.right - here.left, there.right - there.left, here.bottom - here.top,
      there.bottom - there.top)
    let ends = [-1.0, 1.0].map { ($0 * (size + Double(reach) + 1) - distance) / step }.sorted()
    let first = Int(ends[0].rounded(.down))
    let last = Int(ends[1].rounded(.up))
    guard last - first <= Self.mostPairs else { return true }
    return (first...last).contains { number in
      if number < 0 && stream == nil || number > 0 && other.stream == nil { return false }
      return one.repeated(next, times: max(0, -number)).isClose(
        to: another.repeated(next, times: max(0, number)), from: one.generation, reach: reach)
    }
  }
}

extension ObjectCycle {
  /// Whether it is in the same phase whenever the stream is repeated, and has moved as that has.
  fileprivate func isRepeated(by stream: BoxFamily.Repetition) -> Bool {
    let turns = stream.generations / period
    let moves = Offset(x: turns * displacement.x, y: turns * displacement.y)
    return turns * period == stream.generations && moves == stream.offset
  }
}

extension TrackedObject {
  fileprivate func repeated(_ repetition: BoxFamily.Repetition, times count: Int) -> TrackedObject {
    let offset = Offset(x: repetition.offset.x * count, y: repetition.offset.y * count)
    return repeated(after: repetition.generations * count, movedBy: offset)
  }
}
