import LifeAnalysis
import LifeCore
import LifeIO
import LifeRender
import Testing

@testable import LifeRun

/// Requests that no pattern can be run with.
@Suite struct RunRequestTests {
  /// A change of a request for 600 generations, and the refusal of the changed request.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let message: String
    let hint: String?
    let patterns: Int
    let change: @Sendable (inout RunRequest) -> Void

    init(
      _ message: String, hint: String? = nil, patterns: Int = 1,
      change: @escaping @Sendable (inout RunRequest) -> Void
    ) {
      self.message = message
      self.hint = hint
      self.patterns = patterns
      self.change = change
    }

    var testDescription: String { message }
  }

  static let refusals = [
    Refusal("--every: expected a number of at least 1") { $0.interval = 0 },
    Refusal(
      "--checkpoint keeps the run of one pattern",
      hint: "write 'life run' for each pattern, with a checkpoint of its own", patterns: 2
    ) {
      $0.checkpoint = CheckpointRequest(file: "c.life")
      $0.output.folder = "out"
    },
    Refusal("--checkpoint: expected a file, found '-'") {
      $0.checkpoint = CheckpointRequest(file: .standardStream)
    },
    Refusal("--trail: expected a number from 0 to 1000, found 1001") {
      $0.output.destination = "x.gif"
      $0.view.appearance.trail = 1001
    },
    Refusal("--track cannot be combined with --view auto or --view fit") {
      $0.output.destination = "x.gif"
      $0.view.track = .auto
      $0.view.view = .fit
    },
    Refusal("--track cannot be combined with --view auto or --view fit") {
      $0.output.destination = "x.gif"
      $0.view.track = .velocity(Velocity(Offset(x: 1, y: 1), period: 4))
      $0.view.view = .auto
    },
    Refusal("-o cannot be combined with --out-dir") {
      $0.output.destination = "x.rle"
      $0.output.folder = "out"
    },
    Refusal(
      "several patterns require --out-dir DIR",
      hint: "or rle on standard output, a picture or page of all (-o x.gif, x.html), or --json "
        + "without -o", patterns: 2
    ) { $0.output.format = .pattern(.plaintext) },
    Refusal(
      "several patterns require --out-dir DIR",
      hint: "or rle on standard output, a picture or page of all (-o x.gif, x.html), or --json "
        + "without -o", patterns: 2
    ) {
      $0.output.destination = "x.rle"
      $0.output.isJSON = true
    },
    Refusal("-o: 'x.mp4.gz': mp4 cannot be gzipped; leave out .gz") {
      $0.output.destination = "x.mp4.gz"
    },
    Refusal("--json and the result cannot both go to standard output; use -o DEST") {
      $0.output.isJSON = true
      $0.output.format = .pattern(.rle)
    },
    Refusal("--json and the result cannot both go to standard output; use -o DEST") {
      $0.output.isJSON = true
      $0.output.destination = "-"
    },
    Refusal(
      "a single macrocell file cannot hold several samples",
      hint: "write one file each: -o 'x-%d.mc'"
    ) {
      $0.output.destination = "x.mc"
      $0.interval = 10
    },
    Refusal(
      "a single png file cannot hold several samples", hint: "write one file each: -o 'x-%d.png'"
    ) {
      $0.output.destination = "x.png"
      $0.interval = 10
    },
    Refusal(
      "--plot: expected a file ending in .svg or .png, found 'x.gif'"
    ) { $0.plot = "x.gif" },
    Refusal(
      "--plot of several patterns cannot be combined with another output", patterns: 2
    ) {
      $0.plot = "x.svg"
      $0.output.folder = "out"
    },
    Refusal(
      "--view, --theme and similar options require an image or animation", hint: "add -o x.gif"
    ) { $0.view.zoom = .one },
  ]

  @Test(arguments: refusals)
  func `a run that cannot be carried out is refused with a reason and a hint`(refusal: Refusal)
    throws
  {
    var request = RunRequest(length: .generations(600))
    refusal.change(&request)
    let found = try #require(try failure { try request.check(patterns: refusal.patterns) })
    #expect(found.message == refusal.message)
    #expect(found.hint == refusal.hint)
    #expect(found.kind == .usage)
  }

  @Test func `an output of unknown extension is refused with the known extensions`() throws {
    var request = RunRequest(length: .generations(600))
    request.output.destination = "x.xyz"
    let found = try #require(try failure { try request.check() })
    #expect(found.message == "-o: 'x.xyz' has no extension that names a format")
    let hint = try #require(found.hint)
    #expect(hint.hasPrefix("write one such as .") && hint.contains("'life formats'"), "\(hint)")
    for name in [".rle", ".png", ".gif", ".csv"] { #expect(hint.contains(name), "\(hint)") }
  }

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
