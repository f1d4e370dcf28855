import Foundation
import Life
import Testing

@Suite struct LibraryIdentificationTests {
  @Test func `a spaceship has its speed, symmetry and name`() throws {
    let glider = try Pattern(parsing: "xq4_153").identify()
    #expect(glider.kind == .spaceship && glider.period == 4 && glider.mod == 2)
    #expect(glider.apgcode == "xq4_153" && glider.name == "Glider" && glider.speed == "c/4d")
    let displacement = try #require(glider.displacement)
    #expect(abs(displacement.x) == 1 && abs(displacement.y) == 1)
    #expect(glider.lifespan == nil && glider.reason == nil)
  }

  @Test func `an oscillator has the periods of its cells`() throws {
    let pulsar = try Pattern(named: "pulsar").identify()
    let periods = try #require(pulsar.cellPeriods)
    #expect(pulsar.kind == .oscillator && pulsar.displacement == nil)
    #expect(periods.map(\.period) == [1, 3] && periods.map(\.cells) == [24, 64])
    #expect(pulsar.symmetry == "D8_1" && pulsar.kineticSymmetry == "*c*c")
  }

  @Test func `a methuselah has a lifespan and parts, a gun what it emits`() throws {
    let pentomino = try Pattern(parsing: "b2o$2o$bo!").identify()
    #expect(pentomino.kind == .methuselah && pentomino.lifespan == 1103)
    #expect(pentomino.finalPopulation == 116)
    #expect(pentomino.parts?.first?.apgcode == "xs4_33" && pentomino.parts?.first?.count == 8)
    #expect(pentomino.parts?.first?.name == "Block")
    let gun = try Pattern(named: "gosper-gun").identify()
    #expect(gun.kind == .gun && gun.period == 30 && gun.emitted?.map(\.apgcode) == ["xq4_153"])
  }

  @Test func `a pattern that is not identified says why`() throws {
    let brief = try Pattern(parsing: "b2o$2o$bo!").identify(within: 100)
    #expect(brief.kind == .unknown && brief.reason != nil && brief.apgcode == nil)
  }

  @Test(arguments: ["glider", "pulsar", "r-pentomino", "gosper-gun"])
  func `an identification survives JSON`(_ name: String) throws {
    let result = try Pattern(named: name).identify()
    let json = try JSONEncoder().encode(result)
    #expect(try JSONDecoder().decode(Identification.self, from: json) == result)
  }

  @Test func `a cancelled task gets no answer`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Pattern(named: "acorn").identify()
    }
    let error = await #expect(throws: LifeError.self) { _ = try await task.value }
    #expect(error?.kind == .cancelled)
  }
}
