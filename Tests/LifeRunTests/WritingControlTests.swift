import LifeCore
import Testing

@testable import LifeRun

@Suite struct WritingControlTests {
  @Test func `work ends when its time is up`() throws {
    let late = WritingControl(deadline: Interruption.clock.now - .seconds(1))
    let failure = #expect(throws: RunFailure.self) { try late.checkTime { "drawing" } }
    #expect(failure?.kind == .overLimit)
    #expect(failure?.message == "drawing takes longer than \(.time) allows; it is not completed")
    try WritingControl(deadline: Interruption.clock.now + .seconds(1000)).checkTime { "drawing" }
    try WritingControl().checkTime { "drawing" }
  }
}
