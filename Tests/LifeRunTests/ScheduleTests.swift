import LifeCore
import Testing

@testable import LifeRun

/// The generations with samples.
@Suite struct ScheduleTests {
  private func generations(of schedule: Schedule) -> [BigInt] {
    var generations = [schedule.first]
    while let next = schedule.next(after: generations.last!) { generations.append(next) }
    return generations
  }

  @Test(arguments: [
    (0, 10, nil, [10]), (0, 10, 1, Array(0...10)), (0, 10, 3, [0, 3, 6, 9, 10]),
    (0, 10, 5, [0, 5, 10]), (5, 9, 2, [5, 7, 9]), (5, 9, 100, [5, 9]), (0, 0, nil, [0]),
    (0, 0, 5, [0]), (7, 7, 1, [7]),
  ])
  func `samples of a run are every K-th generation and the last`(
    start: Int, end: Int, every: Int?, expected: [Int]
  ) {
    let schedule = Schedule(
      start: BigInt(start), end: BigInt(end), every: every.map { BigInt($0) })
    #expect(generations(of: schedule) == expected.map { BigInt($0) })
    #expect(schedule.samples == expected.count)
  }

  @Test(arguments: [
    (3, 1, Array(3...10)), (4, 3, [4, 7, 10]), (9, 5, [9, 10]), (10, 1, [10]), (3, nil, [10]),
  ])
  func `a schedule begins with the first sample`(first: Int, every: Int?, expected: [Int]) {
    let schedule = Schedule(
      start: 0, end: 10, every: every.map { BigInt($0) }, samplingStart: BigInt(first))
    #expect(generations(of: schedule) == expected.map { BigInt($0) })
    #expect(schedule.samples == expected.count)
    for generation in 0...10 {
      #expect(schedule.contains(BigInt(generation)) == expected.contains(generation))
    }
    #expect(schedule.ofWholeRun.samples == 11)
  }

  @Test func `there may be more samples than an integer can count`() {
    let schedule = Schedule(start: 0, end: .powerOfTwo(80), every: 1)
    #expect(schedule.samples == .max)
    #expect(schedule.next(after: .powerOfTwo(79)) == .powerOfTwo(79) + 1)
  }
}
