import LifeCore
import LifeIO
import LifeRender
import Testing

@testable import LifeRun

/// Valid requests; `Golden/refused.txt` and `refused-outputs.txt` have invalid ones.
@Suite struct RunRequestTests {
  static let accepted: [@Sendable (inout RunRequest) -> Void] = [
    { _ in },
    { $0.output.isJSON = true },
    { $0.output.destination = "/dev/null" },
    { $0.output.destination = "-" },
    {
      $0.output.destination = "x.rle"
      $0.interval = 10
    },
    {
      $0.output.destination = "x-{generation}.mc"
      $0.interval = 10
    },
    {
      $0.output.format = .image(.png)
      $0.interval = 10
    },
    {
      $0.output.destination = "x.xyz"
      $0.output.format = .pattern(.rle)
    },
    {
      $0.output.destination = "x.gif"
      $0.view.track = .auto
      $0.view.appearance.trail = 1000
    },
  ]

  @Test(arguments: accepted.indices)
  func `a run that can be carried out is accepted`(index: Int) throws {
    var request = RunRequest(length: .generations(600))
    Self.accepted[index](&request)
    #expect(try failure { try request.check() } == nil)
  }

  @Test func `a run of several patterns is accepted with a folder or with JSON alone`() throws {
    var request = RunRequest(length: .generations(600))
    request.output.folder = "out"
    #expect(try failure { try request.check(patterns: 2) } == nil)
    request.output = OutputRequest()
    request.output.isJSON = true
    #expect(try failure { try request.check(patterns: .max) } == nil)
  }
}
