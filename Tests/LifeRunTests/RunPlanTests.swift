import LifeCore
import LifeEngines
import LifeIO
import LifeRender
import LifeReport
import TestSupport
import Testing

@testable import LifeRun

/// Plans of runs; no run is carried out.
@Suite struct RunPlanTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder() }

  /// A request for 600 generations, with the result in the test's folder.
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
    try RunPlan(RunSurvey(request, of: loadedGlider()))
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
      ("x.png", "p.svg", 10, ["png", "plot"], [nil, 10], 10),
    ] as [(String?, String?, Int?, [String], [Int?], Int?)])
  func `a plan has an output for each file, once or every K-th generation`(
    name: String?, plot: String?, every: Int?, formats: [String], intervals: [Int?], interval: Int?
  ) throws {
    let plan = try plan(request(name, plot: plot, every: every.map { BigInt($0) }))
    let found = plan.outputs.map { output in
      if case .result(let format) = output.content { format.name } else { "plot" }
    }
    #expect(found == formats)
    #expect(plan.outputs.map(\.schedule.every) == intervals.map { $0.map { BigInt($0) } })
    #expect(plan.outputs.map(\.isOfLastGeneration) == intervals.map { $0 == nil })
    #expect(plan.schedule.every == interval.map { BigInt($0) })
    #expect(plan.outputs.allSatisfy { $0.schedule.start == 0 && $0.schedule.end == 600 })
  }

  @Test func `outputs that hold one sample take the last beside others`() throws {
    var request = request(every: 10)
    request.output.destinations = ["x.png", "x.gif", "x.mc", "x.rle"].map { folder.path($0) }
    let plan = try plan(request)
    #expect(plan.outputs.map(\.schedule.every) == [nil, 10, nil, 10])
    #expect(plan.schedule.every == 10)
  }

  @Test func `the run is not scanned again for a view that another output has`() throws {
    let request = request("x.gif")
    func view(of loaded: LoadedPattern, besides others: [PlannedView] = []) throws -> PlannedView {
      let outputs = try RunOutputs(
        request, of: PlannedInput(loaded), from: 0, to: 600, isNew: true)
      let view = try PlannedView(
        outputs, of: loaded.pattern, for: outputs.all[0], resuming: nil, besides: others)
      return try #require(view)
    }
    let block = LoadedPattern(name: "block", format: .rle, pattern: Art.pattern("OO\nOO"))
    let known = try view(of: block).planner.runBounds.allBounds
    #expect(known == Bounds(x: 0, y: 0, width: 2, height: 2))
    #expect(try view(of: loadedGlider()).planner.runBounds.allBounds != known)
    let shared = try view(of: loadedGlider(), besides: [view(of: block)])
    #expect(shared.planner.runBounds.allBounds == known)
  }

  @Test func `a plan has no output if only a JSON summary is printed`() throws {
    var request = request()
    request.output.isJSON = true
    #expect(try plan(request).outputs.isEmpty)
  }

  @Test func `a plan names the setting and the file of each output`() throws {
    var request = request("x-%03d-{generation}.rle", plot: "p.svg", every: 10)
    var outputs = try plan(request).outputs
    #expect(outputs.map(\.setting) == [.output, .plot])
    let sample = outputs[0].target.path(index: 2, generation: 20)
    #expect(sample == folder.path("x-002-20.rle"))
    #expect(outputs[1].target.path(index: 2, generation: 20) == folder.path("p.svg"))
    request.plot = folder.path("p-%d.svg")
    #expect(throws: RunFailure.self) { try plan(request) }

    request = self.request()
    request.output.folder = folder.path("")
    outputs = try plan(request).outputs
    #expect(outputs.map(\.setting) == [.outputFolder])
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
    let every = every.map { BigInt($0) }
    let plain = try plan(request(name, plot: "p.svg", every: every))
    #expect(plain.outputs.map(\.target.durability) == [.ordinary, .ordinary])
    let kept = try plan(request(name, every: every, checkpoint: "c.life"))
    #expect(kept.outputs.map(\.target.durability) == [durability])
  }

  @Test func `a first sample within the generations of a search is allowed`() throws {
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
    let request = request(name, every: every.map { BigInt($0) }, checkpoint: checkpoint)
    #expect(try plan(request).isGivenUpAtSignal == isGivenUp)
  }

  // MARK: - Length

  @Test func `generations count from the pattern's own, or up to a given one`() throws {
    var request = RunRequest(length: .generations(5))
    let counted = try RunPlan(RunSurvey(request, of: loadedGlider(generation: 10))).schedule
    #expect(counted.start == 10 && counted.end == 15)
    request.length = .until(25)
    let limited = try RunPlan(RunSurvey(request, of: loadedGlider(generation: 10))).schedule
    #expect(limited.start == 10 && limited.end == 25)
    request.length = .until(10)
    #expect(try RunPlan(RunSurvey(request, of: loadedGlider(generation: 10))).schedule.samples == 1)
  }

  @Test func `a resumed run has the start of the interrupted run`() throws {
    let request = request("x.csv", checkpoint: "c.life")
    let checkpoint = Checkpoint(
      words: [], folder: ".", name: "glider.rle", format: .rle, rules: [], start: 4)
    // On resuming, the file of the checkpoint exists.
    try folder.write("life-checkpoint\n", to: "c.life")
    let plan = try RunPlan(
      RunSurvey(request, of: loadedGlider(generation: 100), resuming: checkpoint))
    #expect(plan.schedule.start == 4 && plan.schedule.end == 604)
    #expect(!plan.isNew)
    #expect(throws: RunFailure.self) { _ = try self.plan(request) }
  }

  // MARK: - Views

  @Test(
    arguments: [
      (nil, .plane, 600, 10, .core), (.fit, .plane, 600, 10, .allSamples),
      (.fit, .plane, 600, nil, .allSamples), (.auto, .plane, 600, 10, .following),
      (nil, .plane, 1_000_000, 1000, .following),
      (nil, .plane, 1_000_000, nil, .lastGeneration),
      (.fit, .plane, 1_000_000, nil, .lastGeneration),
      (nil, Universe(.torus, width: 40, height: 30), 600, 10, .universe),
    ] as [(ViewChoice?, Universe, BigInt, BigInt?, ViewSubject)])
  func `a plan decides what the images show`(
    view: ViewChoice?, universe: Universe, generations: BigInt, every: BigInt?, shown: ViewSubject
  ) throws {
    var request = request("x.\(every == nil ? "png" : "gif")", every: every)
    request.length = .generations(generations)
    request.view.view = view
    var pattern = loadedGlider().pattern
    pattern.universe = universe
    let loaded = LoadedPattern(name: "glider.rle", format: .rle, pattern: pattern)
    let plan = try RunPlan(RunSurvey(request, of: loaded))
    #expect(plan.view?.planner.subject == shown)
    #expect((plan.view?.viewport == nil) == (shown == .lastGeneration))
  }

  @Test func `a plan has no view without an image`() throws {
    #expect(try plan(request("x.csv")).view == nil)
  }
}
