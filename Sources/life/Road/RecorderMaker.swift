import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Makes what records a run, by what the command line and the pattern say.
struct RecorderMaker {
  let command: RunCommand
  let loaded: LoadedPattern
  let schedule: Schedule
  let product: Product?
  let outlook: FilmOutlook?

  private var output: OutputOptions { command.output }
  private var isKept: Bool { command.checkpoint.file != nil }

  func make() throws -> (any Recorder)? {
    guard let plot = command.plot, let kind = Plot.Kind(named: plot) else {
      return try product.map { DistinctRecorder(try recorder($0, schedule)) }
    }
    let target = Target(
      template: plot, isReplacing: !output.keepsExisting, isLiteral: true, isDurable: isKept)
    let title = "\(loaded.name.fileName), \(loaded.pattern.rule.canonical)"
    let curves = DistinctRecorder(PlotRecorder(kind, target, title: title))
    guard let product else { return curves }
    guard command.every == nil, !product.isForEveryGeneration else {
      let first = DistinctRecorder(try recorder(product, schedule))
      return PairRecorder(first: first, second: curves, isKept: isKept)
    }
    let own = Schedule(start: schedule.start, end: schedule.end, every: nil)
    let last = LastRecorder(recorder: DistinctRecorder(try recorder(product, own)))
    return PairRecorder(first: last, second: curves, isKept: isKept)
  }

  private func recorder(_ product: Product, _ schedule: Schedule) throws -> any Recorder {
    var target = output.target(for: loaded.stem, product)
    target.isKept = isKept && schedule.every != nil
    target.isDurable = isKept
    switch product {
    case .pattern(let format):
      try format.check(loaded.pattern)
      return PatternRecorder(format: format, outlet: Outlet(target))
    case .table(let kind):
      return TableRecorder(kind: kind, outlet: Outlet(target))
    case .film(let kind):
      return try FilmRecorder(order(kind, target, schedule))
    }
  }

  /// Everything about a film that the command line and the pattern say.
  private func order(
    _ kind: FilmKind, _ target: Target, _ schedule: Schedule
  ) throws -> FilmOrder {
    let pattern = loaded.pattern
    let director = Director(
      options: command.film, kind: kind, isStill: schedule.every == nil, rule: pattern.rule,
      universe: pattern.universe, start: schedule.start, outlook: outlook ?? FilmOutlook())
    return FilmOrder(
      kind: kind, target: target, director: director, pictures: schedule.samples,
      threads: try command.engine.engineOptions().threads)
  }
}
