package import LifeAnalysis
package import LifeCore
package import LifeEngines
internal import LifeFormats
package import LifeKernels

/// The engine of a run and its resources.
package struct EngineSelection: Sendable {
  /// The engine; nil lets ``AutoStepper`` choose.
  package var engine: Engine?
  /// The number of threads; nil for one per core.
  package var threads: Int?
  /// The memory in bytes; nil for the usual limit of the system.
  package var memoryLimit: Int?
  /// Whether the cells are written when memory runs out.
  package var writesCells = false
  package var cpu = CPULevel.best
  package var interrupt: Interrupt? = Interruption.stop

  package init(engine: Engine? = nil) { self.engine = engine }

  package var memory: MemoryBudget { MemoryBudget(bytes: memoryLimit) }

  /// The name of the engine in `--engine`.
  package var name: String { engine?.rawValue ?? "auto" }

  /// The same engine for a run: it also returns for status requests and checkpoints.
  var forRun: EngineSelection {
    var selection = self
    if interrupt === Interruption.stop { selection.interrupt = Interruption.look }
    return selection
  }

  package var options: EngineOptions {
    var options = EngineOptions()
    options.threads = threads ?? SystemResources.cores
    options.cpu = cpu
    options.memoryLimit = memory.bytes
    options.writesCells = writesCells
    options.interrupt = interrupt
    // Results become macrocell files without rebuilding their trees.
    options.treeCenter = Macrocell.center
    return options
  }

  /// Makes the stepper for a run of `generations`; `nil` if their number is not known.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package func makeStepper(
    _ pattern: Pattern, generations: BigInt? = nil
  ) throws -> any Stepper {
    if let engine { return try engine.makeStepper(for: pattern, options: options) }
    return try AutoStepper(pattern, options: options, generations: generations)
  }

  /// The engines so far and the reason for each.
  package func spans(of stepper: any Stepper, since start: BigInt) -> [EngineSpan] {
    if let reporting = stepper as? AutoStepper { return reporting.spans }
    guard let engine else { return [] }
    return [EngineSpan(engine: engine, start: start, reason: "named by \(.engine)")]
  }
}

extension Engine {
  /// Whether the engine supports the pattern and its memory limit suffices.
  package func canRun(_ pattern: Pattern, options: EngineOptions) throws -> Bool {
    do {
      _ = try makeStepper(for: pattern, options: options)
      return true
    } catch is UnsupportedPattern {
      return false
    } catch is MemoryExhausted {
      return false
    }
  }

  /// - Throws: ``MemoryExhausted`` if an engine could run the pattern with more memory.
  package static func throwIfMemoryIsShort(
    for pattern: Pattern, _ options: EngineOptions
  ) throws {
    for engine in allCases {
      do { _ = try engine.makeStepper(for: pattern, options: options) } catch is UnsupportedPattern
      {}
    }
  }
}

extension AnalysisLimits {
  /// The usual limits, with an engine of one thread unless the selection names another number.
  package init(_ selection: EngineSelection) {
    self.init()
    var selection = selection
    selection.threads = selection.threads ?? 1
    engine = selection.options
  }
}
