import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// Runs several patterns at once and draws them side by side into one image or animation.
///
/// Every frame shows each pattern after the same number of samples. A pattern whose run has ended
/// stays until the longest run ends.
package struct GridRun {
  /// The plans of the patterns, all with the same output file.
  package private(set) var plans: [RunPlan]
  private var parts: [GridPart]
  private let grid: ImageGrid
  private let file: FrameOutputPlan
  private let control: WritingControl
  /// The image or animation, when it is complete.
  package private(set) var written: WrittenOutput?

  /// - Throws: ``RunFailure``, ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(
    _ request: RunRequest, patterns: [LoadedPattern], isQuiet: Bool = true
  ) throws {
    let format = request.output.imageFormats[0]
    var view = request.view
    // Patterns under different rules have a legend each, others one below all.
    let hasLegends = view.appearance.hasLegend && Self.differ(patterns.map(\.pattern.rule))
    if hasLegends { view.appearance.hasLegend = false }
    var grid = ImageGrid(of: patterns.count, view, as: format)
    var plans = try Self.plans(request, patterns: patterns, grid: grid, hasLegends: hasLegends)
    if view.size == nil, var part = try Self.board(for: plans, view) {
      let textScale = ImageGrid(of: patterns.count, view, part: part, as: format).textScale
      var appearance = plans[0].view!.planner.appearance
      appearance.textScale = textScale
      let names = plans.map(\.input.patternName)
      appearance.titleLines = Self.titleLines(of: names, appearance, in: part)
      part.height += Margins.height(appearance, of: part, in: format)
      grid = ImageGrid(of: patterns.count, view, part: part, as: format)
      try ViewPlanner.check(width: grid.size.width, height: grid.size.height, in: format)
      if request.length == .loop {
        // A larger part shows more cells, which may repeat later.
        plans = try Self.plans(request, patterns: patterns, grid: grid, hasLegends: hasLegends)
      } else {
        for index in plans.indices { try plans[index].resizeViews(to: part, appearance) }
      }
    }
    self.grid = grid
    let planner = plans[0].view!.planner
    file = FrameOutputPlan(
      target: plans[0].outputs[0].target, planner: planner,
      frameCount: plans.map(\.schedule.samples).max()!, threads: plans[0].engine.options.threads)
    for index in plans.indices {
      plans[index].frames = [file.frames(file.totalFrames, size: grid.size)]
    }
    self.plans = plans
    let control = plans[0].control(isQuiet: isQuiet)
    self.control = control
    parts = try zip(plans, patterns).map { try GridPart($0, loaded: $1, control: control) }
  }

  /// Whether some rules have different states.
  private static func differ(_ rules: [Rule]) -> Bool {
    rules.contains { $0.states != rules[0].states || $0.stateNames != rules[0].stateNames }
  }

  /// The plans of the patterns, each in a part of the image.
  private static func plans(
    _ request: RunRequest, patterns: [LoadedPattern], grid: ImageGrid, hasLegends: Bool
  ) throws -> [RunPlan] {
    var request = request
    request.view.size = grid.part
    request.view.columns = nil
    request.view.appearance.textScale = grid.textScale
    request.view.appearance.hasLegend = hasLegends
    // Reserves the line above each part; the names follow later.
    request.view.appearance.title = "name"
    guard ViewPlanner.board(of: grid.part, request.view.appearance, in: .png) != nil else {
      throw RunFailure(
        .usage,
        "\(patterns.count) patterns have no room in an image of "
          + "\(grid.size.width) x \(grid.size.height) pixels",
        hint: "take fewer patterns, or a larger \(.size)")
    }
    // All parts have room for the longest name, so that their cells are in line.
    let names = patterns.map { PlannedInput($0).patternName }
    request.view.appearance.titleLines = titleLines(
      of: names, request.view.appearance, in: grid.part)
    var requests = Array(repeating: request, count: patterns.count)
    if request.length == .loop { requests = try EndSearch.loops(request, of: patterns) }
    for index in requests.indices { requests[index].view.appearance.title = names[index] }
    return try zip(requests, patterns).map { request, loaded in
      try RunPlan(RunSurvey(request, of: loaded))
    }
  }

  /// The maximum number of lines of the names.
  private static func titleLines(
    of names: [String], _ appearance: Appearance, in part: PixelSize
  ) -> Int {
    names.map { name in
      var appearance = appearance
      appearance.title = name
      return Margins.titleLines(appearance, of: part)
    }.max()!
  }

  /// The size in which the largest view fits without its text, if a scale or a rectangle of cells
  /// is chosen. Otherwise `nil`: the parts keep their usual size.
  private static func board(for plans: [RunPlan], _ view: ViewOptions) throws -> PixelSize? {
    var isChosen = view.zoom != nil
    if case .window? = view.view { isChosen = true }
    let boards = isChosen ? try plans.compactMap { try $0.view!.unlimitedSize } : []
    guard !boards.isEmpty else { return nil }
    return PixelSize(
      width: max(Margins.minWidth, boards.map(\.width).max()!),
      height: max(ViewPlanner.minHeight, boards.map(\.height).max()!))
  }

  /// Runs all patterns to their ends, a limit or a signal, and completes the file.
  ///
  /// - Returns: the outcome of each run.
  /// - Throws: ``RunFailure`` and the errors of the layers below.
  package mutating func run() throws -> [RunResult] {
    let stop = try Interruption.finishing { try Activity.yieldingStatusLine { try drawAll() } }
    let part = written.flatMap { _ in WrittenOutput(file.target, isPart: true) }
    let outputs = [part].compactMap(\.self)
    return parts.map { $0.execution.result($0.isAtEnd ? nil : stop, outputs: outputs) }
  }

  private mutating func drawAll() throws -> StopReason? {
    Interruption.raiseLook(at: plans[0].limits.deadline)
    var output: (file: AnimationFile, palette: MergedPalette)?
    var frames = 0
    var stop: StopReason?
    repeat {
      stop = try advance()
      if stop != nil { break }
      frames += 1
      let isLast = parts.allSatisfy(\.isAtEnd)
      if !isLast, plans[0].limits.isReached(bySamples: frames) { stop = .samples }
      let (file, palette) = try output ?? begin()
      output = (file, palette)
      let image = grid.image(of: parts.map { $0.image! }, palette: palette, legend: parts[0].legend)
      let copies = isLast || stop != nil ? 1 + self.file.heldFrames : 1
      try file.append(image, of: parts[0].generation, copies: copies)
      for index in parts.indices { parts[index].execution.noteSample() }
    } while stop == nil && parts.contains { !$0.isAtEnd }
    guard let output else {
      if case .time? = stop {
        throw RunFailure(.overLimit, "\(.time) was reached before the first image")
      }
      return stop
    }
    try output.file.finish()
    written = WrittenOutput(file.target, frames: output.file.frames)
    return stop
  }

  /// Advances every pattern to its next sample.
  ///
  /// - Returns: the reason for an earlier end; `nil` if there is none.
  private mutating func advance() throws -> StopReason? {
    for index in parts.indices {
      if let stop = try parts[index].advance(control) { return stop }
    }
    return nil
  }

  private func begin() throws -> (AnimationFile, MergedPalette) {
    var noted: Set<String> = []
    let omissions = grid.omissions(parts[0].legend) + parts.flatMap(\.omissions)
    for omission in omissions where noted.insert(omission).inserted {
      control.note(omission)
    }
    let palette = MergedPalette(parts.map { $0.image!.palette })
    let pool = WorkerPool(threads: file.threads, idle: .sleeping)
    let output = AnimationFile(
      file, width: grid.size.width, height: grid.size.height, palette: palette.palette,
      control: control, pool: pool)
    return (output, palette)
  }
}

/// One pattern of a ``GridRun``, and the image of its present sample.
private struct GridPart {
  var execution: RunExecution
  private var renderer: Renderer?
  private(set) var image: Image?

  init(_ plan: RunPlan, loaded: LoadedPattern, control: WritingControl) throws {
    execution = try RunExecution(plan, loaded: loaded, control: control)
  }

  private var plan: RunPlan { execution.plan }
  var generation: BigInt { execution.stepper.generation }
  var isAtEnd: Bool { image != nil && generation == plan.schedule.end }
  var legend: [LegendEntry] { renderer?.legend ?? [] }
  /// Requested features that are not drawn.
  var omissions: [String] { renderer?.omissions ?? [] }

  /// Advances to the next sample and draws it. Draws the generations between as well, if ages or
  /// trails need them.
  ///
  /// - Returns: the reason for an earlier end; `nil` if there is none.
  mutating func advance(_ control: WritingControl) throws -> StopReason? {
    var next = image == nil ? plan.steps.first : plan.steps.next(after: generation)
    while let step = next {
      if let stop = try execution.advance(to: step) { return stop }
      try draw(control)
      if plan.schedule.contains(step) { return nil }
      next = plan.steps.next(after: step)
    }
    return nil
  }

  private mutating func draw(_ control: WritingControl) throws {
    let stepper = execution.stepper
    if renderer == nil {
      let planner = plan.view!.planner
      renderer = Renderer(
        try planner.viewport(showing: stepper.bounds), appearance: planner.appearance,
        rule: planner.rule, format: planner.kind)
    }
    image = try renderer!.image(of: stepper) {
      try control.check { "drawing generation \(stepper.generation)" }
    }
  }
}
