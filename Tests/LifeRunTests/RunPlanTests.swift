import LifeCore
import LifeEngines
import LifeIO
import LifeRender
import LifeReport
import TestSupport
import Testing

@testable import LifeRun

/// Plans of runs, none of which is carried out.
@Suite struct RunPlanTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder() }

  /// A request for 600 generations whose result goes to a file of the test's folder.
  private func request(
    _ name: String? = nil, plot: String? = nil, every: BigInt? = nil, checkpoint: String? = nil
  ) -> RunRequest {
    var request = RunRequest(length: .generations(600))
    request.output.destination = name.map { $0 == "-" ? .standardStream : folder.path($0) }
    request.plot = plot.map { folder.path($0) }
    request.interval = every
    request.checkpoint = checkpoint.map {
      CheckpointRequest(file: folder.path($0), interval: .seconds(60))
    }
    return request
  }

  private func plan(_ request: RunRequest) throws -> RunPlan {
    try RunPlan(request, loaded: loadedGlider())
  }

  // MARK: - Outputs and their schedules

  @Test(
    arguments: [
      (nil, nil, nil, ["rle"], [nil], nil),
      ("x.rle", nil, nil, ["rle"], [nil], nil),
      ("x.rle", nil, 10, ["rle"], [10], 10),
      ("x.png", nil, nil, ["png"], [nil], nil),
      ("x.gif", nil, nil, ["gif"], [1], 1),
      ("x.gif", nil, 5, ["gif"], [5], 5),
      ("x.csv", nil, nil, ["csv"], [1], 1),
      ("x-%d.png", nil, 50, ["png"], [50], 50),
      ("x-%d.png", nil, nil, ["png"], [1], 1),
      ("x-{generation}.rle", nil, nil, ["rle"], [1], 1),
      (nil, "p.svg", nil, ["plot"], [1], 1),
      (nil, "p.svg", 10, ["plot"], [10], 10),
      ("x.rle", "p.svg", nil, ["rle", "plot"], [nil, 1], 1),
      ("x.rle", "p.png", 10, ["rle", "plot"], [10, 10], 10),
      ("x.gif", "p.svg", nil, ["gif", "plot"], [1, 1], 1),
    ] as [(String?, String?, Int?, [String], [Int?], Int?)])
  func `a plan has an output for each file, once or every K-th generation`(
    name: String?, plot: String?, every: Int?, formats: [String], intervals: [Int?], interval: Int?
  ) throws {
    defer { folder.remove() }
    let plan = try plan(request(name, plot: plot, every: every.map { BigInt($0) }))
    let found = plan.outputs.map { output in
      if case .result(let format) = output.content { format.name } else { "plot" }
    }
    #expect(found == formats)
    #expect(plan.outputs.map(\.schedule.every) == intervals.map { $0.map { BigInt($0) } })
    #expect(plan.outputs.map(\.isOnce) == intervals.map { $0 == nil })
    #expect(plan.schedule.every == interval.map { BigInt($0) })
    #expect(plan.outputs.allSatisfy { $0.schedule.start == 0 && $0.schedule.end == 600 })
  }

  @Test func `a plan has no output if only a JSON summary is printed`() throws {
    defer { folder.remove() }
    var request = request()
    request.output.isJSON = true
    #expect(try plan(request).outputs.isEmpty)
  }

  @Test func `a plan names the option and the file of each output`() throws {
    defer { folder.remove() }
    var request = request("x-%03d-{generation}.rle", plot: "p-%d.svg", every: 10)
    var outputs = try plan(request).outputs
    #expect(outputs.map(\.option) == ["-o", "--plot"])
    let sample = outputs[0].target.path(index: 2, generation: 20)
    #expect(sample == folder.path("x-002-20.rle"))
    // The name of a plot is taken as it is.
    #expect(outputs[1].target.path(index: 2, generation: 20) == folder.path("p-%d.svg"))

    request = self.request()
    request.output.folder = folder.path("")
    outputs = try plan(request).outputs
    #expect(outputs.map(\.option) == ["--out-dir"])
    #expect("\(outputs[0].target.template)".hasSuffix("/glider.rle"))
  }

  // MARK: - Durability

  @Test(
    arguments: [
      ("x.rle", nil, OutputTarget.Durability.synced), ("x.png", nil, .synced),
      ("x.rle", 10, .resumable), ("x.ppm", nil, .resumable), ("x.csv", nil, .resumable),
      ("x-%d.rle", 10, .resumable),
    ] as [(String, Int?, OutputTarget.Durability)])
  func `outputs are durable only with a checkpoint`(
    name: String, every: Int?, durability: OutputTarget.Durability
  ) throws {
    defer { folder.remove() }
    let every = every.map { BigInt($0) }
    let plain = try plan(request(name, plot: "p.svg", every: every))
    #expect(plain.outputs.map(\.target.durability) == [.ordinary, .ordinary])
    let kept = try plan(request(name, every: every, checkpoint: "c.life"))
    #expect(kept.outputs.map(\.target.durability) == [durability])
  }

  @Test(arguments: [
    ("x.csv.gz", "a compressed file cannot be continued; leave out .gz"),
    ("-", "output to a pipe or a device cannot be continued; write to a file"),
    ("x.mp4", "mp4 cannot be continued; write y4m, or numbered images such as -o 'x-%d.png'"),
  ])
  func `a checkpoint of an output that cannot be resumed is refused`(
    name: String, message: String
  ) throws {
    defer { folder.remove() }
    var request = request(name, checkpoint: "c.life")
    if name == "-" { request.output.format = .table(.csv) }
    let found = try #require(try failure { _ = try plan(request) })
    #expect(found.description == "--checkpoint: \(message)")
    #expect(found.kind == .usage)
  }

  @Test func `a checkpoint that would replace a file is refused`() throws {
    defer { folder.remove() }
    try folder.write("hello", to: "c.life")
    let found = try #require(try failure { _ = try plan(request("x.csv", checkpoint: "c.life")) })
    #expect(
      found.description == "--checkpoint: '\(folder.path("c.life"))' exists and is not a "
        + "checkpoint; name another file")
    #expect(found.kind == .cannotCreate)
  }

  @Test func `an output is refused before the search for the end`() throws {
    defer { folder.remove() }
    let pentomino = LoadedPattern(
      name: "r.rle", format: .rle, pattern: Art.pattern(".OO\nOO.\n.O."))
    var request = request("none/x.gif")
    request.length = .loop
    let refused = #expect(throws: FileFailure.self) { try RunPlan(request, loaded: pentomino) }
    #expect(refused?.isMissing == true)
    // With a folder, the search tells that the pattern does not recur.
    request = self.request("x.gif")
    request.length = .loop
    #expect(try failure { _ = try RunPlan(request, loaded: pentomino) }?.kind == .invalidData)
  }

  @Test func `a first sample within the generations of a search is allowed`() throws {
    defer { folder.remove() }
    var request = request("x.gif")
    request.length = .condition(.population(.atLeast, 1), most: 9)
    request.firstSample = 0
    #expect(try plan(request).schedule.end == 0)
  }

  // MARK: - Engine

  @Test(arguments: [
    ("x.gif", 1, true), ("x.gif", 16, true), ("x.gif", 17, false), ("x.csv", 1, false),
    ("x.rle", 1, false),
  ])
  func `the engine gets half of the cores while nearly every generation is drawn`(
    name: String, every: Int, isShared: Bool
  ) throws {
    defer { folder.remove() }
    var request = request(name, every: BigInt(every))
    let half = max(1, SystemResources.cores / 2)
    #expect(try plan(request).engine.threads == (isShared ? half : nil))
    request.engine.threads = 3
    #expect(try plan(request).engine.threads == 3)
  }

  // MARK: - Signals

  @Test(
    arguments: [
      ("x.rle", nil, nil, true),
      ("x.gif", nil, nil, false),
      ("x.rle", 10, nil, false),
      ("x-%d.rle", 10, nil, false),
      ("-", 10, nil, false),
      ("x.rle", nil, "c.life", false),
      ("x-%d.rle", 10, "c.life", false),
    ] as [(String, Int?, String?, Bool)])
  func `a signal completes outputs of more than one sample`(
    name: String, every: Int?, checkpoint: String?, isGivenUp: Bool
  ) throws {
    defer { folder.remove() }
    let request = request(name, every: every.map { BigInt($0) }, checkpoint: checkpoint)
    #expect(try plan(request).isGivenUpAtSignal == isGivenUp)
  }

  // MARK: - Length

  @Test func `generations count from the pattern's own, or up to a given one`() throws {
    defer { folder.remove() }
    var request = RunRequest(length: .generations(5))
    let counted = try RunPlan(request, loaded: loadedGlider(generation: 10)).schedule
    #expect(counted.start == 10 && counted.end == 15)
    request.length = .until(25)
    let limited = try RunPlan(request, loaded: loadedGlider(generation: 10)).schedule
    #expect(limited.start == 10 && limited.end == 25)
    request.length = .until(10)
    #expect(try RunPlan(request, loaded: loadedGlider(generation: 10)).schedule.samples == 1)
  }

  @Test func `an end before the pattern's own generation is refused`() throws {
    defer { folder.remove() }
    let request = RunRequest(length: .until(3))
    let found = try #require(
      try failure { _ = try RunPlan(request, loaded: loadedGlider(generation: 10)) })
    #expect(found.description == "--until 3 is before the pattern's own generation 10")
    #expect(found.kind == .usage)
  }

  @Test func `a resumed run has the start of the interrupted run`() throws {
    defer { folder.remove() }
    let request = request("x.csv", checkpoint: "c.life")
    let checkpoint = Checkpoint(
      words: [], folder: ".", name: "glider.rle", format: .rle, rules: [], start: 4)
    // The file of the checkpoint exists by then.
    try folder.write("life-checkpoint\n", to: "c.life")
    let plan = try RunPlan(request, loaded: loadedGlider(generation: 100), resuming: checkpoint)
    #expect(plan.schedule.start == 4 && plan.schedule.end == 604)
    #expect(!plan.isNew)
    #expect(throws: RunFailure.self) { _ = try self.plan(request) }
  }

  // MARK: - Clashes

  @Test func `outputs, plots and checkpoints in one file are refused`() throws {
    defer { folder.remove() }
    let file = folder.path("x.svg")
    let sample = folder.path("x-3.svg")
    let numbered = folder.path("x-%d.svg")
    let clashes: [(RunRequest, String)] = [
      (request("x.svg", plot: "x.svg"), "-o '\(file)' and --plot '\(file)'"),
      (request("x.svg", checkpoint: "x.svg"), "-o '\(file)' and --checkpoint '\(file)'"),
      (
        request(plot: "x.svg", checkpoint: "x.svg"), "--plot '\(file)' and --checkpoint '\(file)'"
      ),
      (
        request("x-%d.svg", plot: "x-3.svg", every: 1), "-o '\(numbered)' and --plot '\(sample)'"
      ),
    ]
    for (request, files) in clashes {
      let found = try #require(try failure { _ = try plan(request) })
      #expect(found.description == "\(files) would write the same file; use different names")
      #expect(found.kind == .usage)
    }
  }

  @Test func `one sample of many that would replace the input is refused`() throws {
    defer { folder.remove() }
    try folder.write("bo$2bo$3o!", to: "g-3.rle")
    let input = folder.path("g-3.rle")
    let loaded = LoadedPattern(name: input, format: .rle, pattern: loadedGlider().pattern)
    let found = try #require(
      try failure { _ = try RunPlan(request("g-%d.rle", every: 10), loaded: loaded) })
    #expect(
      found.description == "-o '\(folder.path("g-%d.rle"))' would replace the input '\(input)'; "
        + "write to another name or folder")
    // A single result may replace its input.
    #expect(try failure { _ = try RunPlan(request("g-3.rle"), loaded: loaded) } == nil)
  }

  @Test func `a plot in place of the input is refused`() throws {
    defer { folder.remove() }
    try folder.write("picture", to: "in.png")
    let input = folder.path("in.png")
    let loaded = LoadedPattern(name: input, format: .png, pattern: loadedGlider().pattern)
    let found = try #require(
      try failure { _ = try RunPlan(request(plot: "in.png"), loaded: loaded) })
    #expect(found.kind == .usage && found.description.contains("would replace the input"))
  }

  // MARK: - Printing

  private func fullRequest() -> RunRequest {
    var request = request("x.y4m", every: 10, checkpoint: "c.life")
    request.engine.threads = 2
    request.engine.memoryLimit = 1 << 30
    request.limits = RunLimits(time: .seconds(90), samples: 7)
    request.isVerified = true
    return request
  }

  @Test func `a plan is printed as a table`() throws {
    defer { folder.remove() }
    let text = """
      read        glider.rle: rle, B3/S23, plane, population 5
      run         generation 0 to 600, engine auto, 2 threads, memory limit 1024 MiB, \
      verified with a second engine
      write       \(folder.path("x.y4m")): y4m, every 10 generations, 61 samples, resumable
      view        all live cells of all samples, without spaceships that leave, 161 × 161 cells \
      at (-4, -4), scale 4, 644 × 644 pixels
      checkpoint  \(folder.path("c.life")), every 60 s
      stop        after 90 s or after 7 samples
      on signal   complete the output

      """
    let printed = try plan(fullRequest()).text
    #expect(printed == text, "\(printed)")
  }

  @Test(
    arguments: [
      (nil, .plane, 600, 10, "core"), (.fit, .plane, 600, 10, "fit"),
      (.fit, .plane, 600, nil, "fit"), (.auto, .plane, 600, 10, "auto"),
      (nil, .plane, 1_000_000, 1000, "auto"), (nil, .plane, 1_000_000, nil, "last"),
      (.fit, .plane, 1_000_000, nil, "last"),
      (nil, Universe(.torus, width: 40, height: 30), 600, 10, "universe"),
    ] as [(ViewChoice?, Universe, BigInt, BigInt?, String)])
  func `a plan decides what the images show`(
    view: ViewChoice?, universe: Universe, generations: BigInt, every: BigInt?, shown: String
  ) throws {
    defer { folder.remove() }
    var request = request("x.\(every == nil ? "png" : "gif")", every: every)
    request.length = .generations(generations)
    request.view.view = view
    var pattern = loadedGlider().pattern
    pattern.universe = universe
    let loaded = LoadedPattern(name: "glider.rle", format: .rle, pattern: pattern)
    let plan = try RunPlan(request, loaded: loaded)
    #expect(plan.view?.planner.subject.name == shown)
    #expect((plan.view?.viewport == nil) == (shown == "last"))
  }

  @Test func `a plan has no view without an image`() throws {
    defer { folder.remove() }
    #expect(try plan(request("x.csv")).view == nil)
  }

  @Test func `an image that its format cannot hold is refused`() throws {
    defer { folder.remove() }
    var request = request("x.gif", every: 10)
    request.view.zoom = Zoom(pixelsPerCell: 1000, cellsPerPixel: 1)
    request.view.view = .window(Bounds(from: .origin, width: 100, height: 1))
    let found = try #require(try failure { _ = try plan(request) })
    #expect(found.description.contains("at most 65535 pixels"))
  }

  @Test func `a plan that does little is printed in few rows`() throws {
    defer { folder.remove() }
    var request = request()
    request.engine = EngineSelection(engine: .hashlife)
    request.engine.threads = 1
    request.engine.memoryLimit = 64 << 20
    let head = """
      read        glider.rle: rle, B3/S23, plane, population 5
      run         generation 0 to 600, engine hashlife, 1 thread, memory limit 64 MiB

      """
    #expect(
      try plan(request).text == head + """
        write       standard output: rle, the last generation
        on signal   exit without output

        """)
    request.output.isJSON = true
    #expect(
      try plan(request).text == head + """
        write       only the summary
        on signal   exit without output

        """)
  }

  @Test func `a plan is printed as JSON`() throws {
    defer { folder.remove() }
    let printed = "\(RunPlan.schema.json(of: try plan(fullRequest())))"
    let text = """
      {"schema":"life.plan/1","pattern":"glider.rle","format":"rle","rule":"B3/S23",\
      "universe":"plane","population":5,"start":0,"end":600,"until":null,\
      "engine":"auto","threads":2,\
      "memory_limit":1073741824,"outputs":[{"option":"-o","file":"\(folder.path("x.y4m"))",\
      "format":"y4m","every":10,"samples":61,"resumable":true}],\
      "view":"all live cells of all samples, without spaceships that leave, 161 × 161 cells at \
      (-4, -4), scale 4, 644 × 644 pixels","verify":true,\
      "checkpoint":"\(folder.path("c.life"))"}
      """
    #expect(printed == text, "\(printed)")
  }
}
