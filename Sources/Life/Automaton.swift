import LifeCore
import LifeEngines
import LifeRun

/// An algorithm that advances patterns. All engines give the same cells; they differ in speed,
/// memory and the rules and universes that they serve.
public enum Engine: String, CaseIterable, Sendable {
  /// Measures other engines during the run and changes to the fastest.
  case automatic = "auto"
  /// A dictionary of cells: slow, serves every rule and universe, and defines the correct cells.
  case reference
  /// A bit-packed board: dense patterns, bounded universes.
  case bitmap
  /// Tiles that are stepped only while they change: methuselahs, guns, ash.
  case tiles
  /// A quadtree with memoized successors: regular patterns in the plane, any number of generations.
  case hashlife
  /// Tiles of one byte per cell: rules from files, any universe.
  case bytes

  var value: LifeEngines.Engine? { LifeEngines.Engine(rawValue: rawValue) }
}

/// A pattern in an engine, which advances it by exact numbers of generations.
///
///     let gun = try Automaton(Pattern(contentsOf: "gosper-gun.rle"))
///     try gun.advance(by: 1000)
///     print(gun.population)
///
/// An automaton is not `Sendable`: use it from one task at a time. ``snapshot()`` returns a value
/// that can be shared.
public final class Automaton {
  private var stepper: any Stepper
  /// The stepper, for the other files of this library.
  var current: any Stepper { stepper }
  private let selection: EngineSelection
  /// The rule of the pattern.
  public let rule: Rule
  /// The universe of the pattern.
  public let universe: Universe

  /// Makes an automaton at the generation of a pattern, which stays as it is.
  ///
  /// - Parameters:
  ///   - pattern: the cells, the rule, the universe and the generation.
  ///   - engine: the engine that advances the pattern.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply; the others concern reading.
  /// - Throws: ``LifeError`` if the engine does not serve the pattern's rule or universe, or of the
  ///   kind ``LifeError/Kind/overLimit`` if the cells need more memory than the limit.
  /// - Complexity: O(*n*) for *n* words of 64 cells, or nodes of a quadtree.
  public init(
    _ pattern: Pattern, engine: Engine = .automatic, limits: Limits = Limits()
  ) throws(LifeError) {
    var selection = EngineSelection(engine: engine.value)
    selection.threads = limits.threads
    selection.memoryLimit = limits.memory
    selection.interrupt = nil
    self.selection = selection
    (rule, universe) = (pattern.rule, pattern.universe)
    stepper = try LifeError.converting {
      // The length only guides the first choice of the automatic engine.
      try selection.makeStepper(pattern.value, generations: .powerOfTwo(20))
    }
  }
}

extension Automaton {
  /// Advances by any number of generations.
  ///
  /// - Parameter generations: 0 or more. One call with a large number is faster than many calls
  ///   with small ones, above all with ``Engine/hashlife``.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the number is
  ///   negative, or ``LifeError/Kind/overLimit`` if memory runs out; the automaton is then at the
  ///   last generation that was completed.
  /// - Complexity: depends on the engine. ``Engine/bitmap`` takes O(area) a generation,
  ///   ``Engine/tiles`` and ``Engine/bytes`` O(cells that change) a generation;
  ///   ``Engine/hashlife`` takes O(different nodes), whatever the number of generations.
  public func advance(by generations: BigInt = 1) throws(LifeError) {
    guard generations >= 0 else {
      throw LifeError(.invalidArgument, "cannot advance by \(generations) generations")
    }
    try LifeError.converting { try stepper.advance(by: generations.value) }
  }

  /// The present generation: that of the pattern plus all generations advanced.
  public var generation: BigInt { BigInt(stepper.generation) }

  /// The number of live cells of the whole universe, exact. Every state but 0 counts as live.
  public var population: BigInt { BigInt(stepper.population) }

  /// The bounding box of the live cells, exact; nil if all cells are dead.
  public var bounds: Bounds? { stepper.bounds.map(Bounds.init) }

  /// The engine in use now: the given one, or the present choice of ``Engine/automatic``.
  public var engine: Engine {
    let engine = selection.spans(of: stepper, since: 0).last?.engine
    return engine.flatMap { Engine(rawValue: $0.rawValue) } ?? .automatic
  }

  /// The present generation as a pattern that later steps do not change.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(1) for a quadtree, else O(*n*) time and memory for *n* words of 64 cells.
  public func snapshot() throws(LifeError) -> Pattern {
    try LifeError.converting { Pattern(try stepper.snapshot()) }
  }
}

// MARK: - Cells

extension Automaton {
  /// Visits the live cells of a window as horizontal runs, north to south and west to east.
  ///
  /// Each live cell belongs to exactly one run. Neighboring runs may have the same state.
  ///
  /// - Parameters:
  ///   - window: the cells to visit, in absolute coordinates.
  ///   - body: receives each run.
  /// - Throws: the error of `body`, which ends the visit.
  /// - Complexity: O(*n*) for *n* words of 64 cells with live cells, plus the rows of the window.
  public func forEachRun(in window: Window, _ body: (CellRun) throws -> Void) rethrows {
    let planes = stepper.planes
    try stepper.forEachRow(in: window.absolute) { y, x, words in
      var run: CellRun?
      for index in 0..<words.count / planes {
        let isEmpty = (0..<planes).allSatisfy { words[index * planes + $0] == 0 }
        if isEmpty, run == nil { continue }
        for bit in 0..<64 {
          let state = (0..<planes).reduce(0) {
            $0 | Int(words[index * planes + $1] >> UInt64(bit) & 1) << $1
          }
          let column = window.x + x + index * 64 + bit
          if let open = run, open.state == state {
            run!.length += 1
          } else {
            if let open = run { try body(open) }
            run = state == 0 ? nil : CellRun(x: column, y: window.y + y, length: 1, state: state)
          }
        }
      }
      if let run { try body(run) }
    }
  }

  /// The live cells of a window, or all live cells, north to south and west to east.
  ///
  /// - Parameter window: nil for the bounding box.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if no window is given and the
  ///   bounding box is too far from the origin for one; see ``Window/init(_:)``.
  /// - Complexity: time of ``forEachRun(in:_:)``, plus 24 bytes for each cell.
  public func liveCells(in window: Window? = nil) throws(LifeError) -> [Cell] {
    var cells: [Cell] = []
    guard let bounds else { return cells }
    guard let window = window ?? Window(bounds) else {
      throw LifeError(.overLimit, "the bounding box is too far from the origin; specify a window")
    }
    forEachRun(in: window) { run in
      for x in run.x..<run.x + run.length { cells.append(Cell(x: x, y: run.y, state: run.state)) }
    }
    return cells
  }
}
