import LifeRun
import Testing

@Suite struct ActivityTests {
  @Test func `work with a known end shows its part, rate and remaining time`() {
    let activity = Activity("making soups", unit: "soups", total: 400)
    #expect(
      activity.status(done: 100, elapsed: 2)
        == "making soups: 100 of 400 soups (25 %), 50.0 soups/s, 0:06 left")
  }

  @Test func `work without a known end shows the time that it has taken`() {
    let activity = Activity("comparing a and b")
    #expect(
      activity.status(done: 1000, elapsed: 65)
        == "comparing a and b: 1000 generations, 15.4 generations/s, 1:05")
    #expect(activity.status(done: 0, elapsed: 3) == "comparing a and b, 0:03")
  }

  @Test func `work with a deadline shows the time until then`() {
    var activity = Activity("identifying gun")
    activity.deadline = activity.began + .seconds(10)
    #expect(
      activity.status(done: 30, elapsed: 4)
        == "identifying gun: 30 generations, 7.5 generations/s, at most 0:06 left")
    #expect(activity.status(done: 0, elapsed: 12) == "identifying gun, at most 0:00 left")
  }

  @Test func `a remaining time that is only a guess is not shown`() {
    let activity = Activity("making soups", unit: "soups", total: 1_000_000_000)
    #expect(
      activity.status(done: 1, elapsed: 2)
        == "making soups: 1 of 1000000000 soups (0 %), 0.5 soups/s")
  }
}
