/// Every tuned number by which ``AutoStepper`` selects engines, with its unit and its reason.
///
/// Times are CPU seconds on the machine of the benchmarks (`make bench-auto`), one thread. They
/// only need the right magnitude: they decide what is tried, and the measured times decide what is
/// used. No number changes a cell of the result.
struct CostModel: Sendable {
  static let measured = CostModel()

  // MARK: Speed of the engines

  /// Seconds per cell and plane of a board for a generation; measured on soups: 40 ps.
  var boardSecondsPerCell = 4e-11
  /// Seconds per live cell of a soup for a generation of tiles (two states): less than 60 ps.
  var tilesSecondsPerLiveCell = 6e-11
  /// Seconds per live cell of a soup for a generation of bytes (more states): 3 ns.
  var bytesSecondsPerLiveCell = 3e-9
  /// Empty columns and rows that a board has around a pattern, in cells.
  var boardMargin = 64.0
  /// Columns and rows that a Larger than Life board has around a pattern, in ranges of the rule.
  var sumsMarginInRanges = 4.0
  /// Seconds per live cell and plane to build a quadtree and make its first steps; a soup of 1024²
  /// (half a million live cells) takes 4 ms and 8 ms.
  var treeSecondsPerLiveCell = 4e-8
  /// Seconds per node above an isolated piece of a row, on levels where it has a square to itself;
  /// 30 000 gliders on a square of 2^24 cells take 0.2 s.
  var treeSecondsPerSparseNode = 2e-7
  /// Live cells in a piece of a row, where only the population is known.
  var cellsPerPiece = 2.0
  /// Seconds per cell of a Larger than Life board for a generation; the sums cost the same at any
  /// range.
  var sumsSecondsPerCell = 2e-10
  /// Seconds per live cell and (range + 1)² of the reference, which visits every neighbor.
  var referenceSecondsPerNeighbor = 1e-6
  /// Seconds by which a board may be slower per generation and is still preferred: the estimates
  /// say nothing about patterns that small, and the board's time does not grow with the population.
  var boardPreference = 1e-4

  // MARK: Forecasts

  /// The most by which an engine that steps every generation is expected to slow down until the
  /// end, as a part of its present time: the growth of a soup's first generations does not last.
  var largestSlowdown = 1.0
  /// The largest number of generations in a forecast, which keeps products finite.
  var mostGenerations = 1e100
  /// Shorter steps of HashLife than 2^3 generations are not recorded: their times are noise.
  var leastStepExponent = 3
  /// The least time of a HashLife step, in seconds, so that ratios are defined.
  var leastStepSeconds = 1e-9
  /// The growth of step times while fewer than two are known: twice the time for twice the
  /// generations, as if nothing repeated.
  var usualGrowth = 2.0
  /// The largest growth: a little over 2, because a growing pattern slows every engine down.
  var largestGrowth = 2.2

  // MARK: Whether anything is tried

  /// A run that needs less than 2 ms more is not worth a trial.
  var shortestRun = 0.002
  /// In an advance of fewer than 64 generations no engine can be measured.
  var fewestGenerations = 64.0
  /// Generations in the first piece of an advance: three steps of tiles of eight generations, or
  /// one pass over a board.
  var firstPiece = 24
  /// The same for bytes, where one generation of many states may take long.
  var firstPieceOfBytes = 1
  /// Pieces double while they take less than a quarter of the time to the next decision…
  var pieceShare = 0.25
  /// …which is at least 0.2 ms away…
  var shortestPeriod = 0.0002
  /// …and halve if they take more than half a second, so that progress is shown.
  var longestPiece = 0.5
  /// Pieces stop doubling here, far from the largest integer.
  var mostInPiece = 1 << 50

  /// If an engine computes less than an eighth of what it did when a piece began, the time of that
  /// piece forecasts nothing: 30 000 gliders were left to HashLife after the only slow step, and
  /// took 2.2 s in place of 0.6.
  var largestLoadDrop = 8

  // MARK: Trials of HashLife

  /// The first trial may begin 0.5 ms after the engine did.
  var firstTreeTrial = 0.0005
  /// The least time a trial may have in all, in seconds: what is built first pays off later.
  var leastTrialBudget = 0.0035
  /// Before the end is near, a trial may take four times what the present engine has taken: a soup
  /// settles, so its first generations say little about all of them.
  var trialBudgetPerSpent = 4.0
  /// A trial gets a fifth of the forecast time of the run if its step times double with the step…
  var leastTrialShare = 0.2
  /// …and the more, the less they grow: this share less `trialSharePerGrowth` for each unit.
  var trialShare = 0.7
  var trialSharePerGrowth = 0.25
  /// After a trial without result, the next turn comes when as much time has passed again.
  var nextTurn = 2.0
  /// After a failed trial, none follows until the engine has taken ten times its time so far, and
  /// three times that of the whole run.
  var pauseAfterFailure = 10.0
  var pauseAfterFailureInAll = 3.0
  /// A step is begun if at least half of its forecast time is in the budget; steps cannot be cut.
  var stepShareInBudget = 0.5
  /// Half of the memory limit is the trial's, as the present engine keeps its own.
  var trialMemoryShare = 0.5
  /// From the times of fewer than three steps their growth is not known.
  var fewestSteps = 3
  /// HashLife is used if it is faster already and forecast to end in 0.8 of the time,…
  var clearGain = 0.8
  /// …or if its times hardly grow (less than 1.5-fold for twice the generations) and it is forecast
  /// to need half of the time,…
  var regularGrowth = 1.5
  var regularGain = 0.5
  /// …or if the budget is spent, growth is below 1.9, and it is forecast to need 0.7 of the time.
  var doubtfulGrowth = 1.9
  var doubtfulGain = 0.7
  /// A trial that is 30 times slower per generation is given up. A smaller factor is not enough: a
  /// regular pattern, too, takes twice as long for twice the generations until a step is as long as
  /// its period.
  var hopelessRatio = 30.0
  /// If the present engine needs less than 30 ms more, a trial that is slower at steps of 512
  /// generations, with growth above `doubtfulGrowth`, is taken for one of a soup: runs of
  /// methuselahs took 1.4 times as long as in tiles alone, and take 1.15 times.
  var shortRun = 0.03
  var longestSoupStep = 512.0

  // MARK: Return from HashLife

  /// HashLife is left if it has taken 0.4 of the time that the engine before would have needed for
  /// the rest…
  var spentBeforeReturn = 0.4
  /// …and is forecast to need 1.5 times as long as that one.
  var returnRatio = 1.5

  // MARK: Trials of a board, bytes or tiles

  /// The first trial may begin 2 ms after the engine did.
  var firstDirectTrial = 0.002
  /// The two halves of a trial, in generations: the first warms up caches and tables, the second
  /// is measured.
  var directTrialGenerations = 24
  /// The generations left for which a trial is worth while, in halves.
  var directTrialWorth = 20
  /// The engine is replaced if the other one takes less than 0.8 of its time.
  var directGain = 0.8

  // MARK: The first engine

  /// Above 2^48 generations only HashLife can come to the end.
  var mostCountableExponent = 48
  /// A quadtree with fewer live cells, in a bounding box below 2^50, is stepped like other
  /// patterns.
  var smallTreePopulation = 20_000
  var smallTreeExponent = 50
  /// Tiles of bytes are slow to build, quadtrees are fast: a machine in Codd's rule takes 65 ms and
  /// 7 ms. Above this population a multistate pattern begins as a tree.
  var bytesPopulation = 20_000
  /// The live part of a bounding box above which a board is faster than bytes: a changing cell of
  /// bytes costs as much as fifty cells of a board.
  var denseShare = 0.03
  /// A pattern is far from the edges of its universe if at least this number of cells lie between;
  /// it begins without edges if the board would be larger than this number of cells,…
  var edgeDistance = 64
  var largeBoard = 4e6
  /// …and larger than the pattern's box by this factor.
  var emptyBoardRatio = 64.0
  /// Bytes that a pattern's rows may take for that look.
  var rowsLimit = 1 << 30
  /// Nearer to an edge than eight generations, a pattern is stepped with the edges.
  var leastClearance = 8
}
