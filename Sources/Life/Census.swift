import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// A search of random soups. Each soup runs until its objects only repeat themselves or fly apart.
/// Then the census counts them by apgcode.
///
///     let census = Census(root: "golden_")
///     let haul = try census.haul(of: 0..<10_000)
///     print(haul.count(of: "xs4_33"))
///
/// The same root, symmetry, rule and numbers give the same haul on every machine and with any
/// number of threads. Other programs, such as apgsearch, make the same cells for the same symmetry,
/// root and number.
public struct Census: Hashable, Sendable {
  /// The rule of the soups.
  public let rule: Rule
  /// The symmetry of the soups, for example `C1`, `D8_4` or `4x64`.
  public let symmetry: String
  /// The start of every seed. The number of the soup follows it.
  public let root: String

  private let search: CensusSearch

  /// A search of soups without symmetry.
  ///
  /// - Precondition: the root has characters, but no control characters: it is a line of a haul.
  public init(rule: Rule = .life, root: String) {
    self.init(CensusSearch(rule: rule.value, symmetry: .c1, root: root))
  }

  /// A search of soups with a symmetry.
  ///
  /// - Precondition: the root has characters, but no control characters: it is a line of a haul.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the symmetry is not
  ///   one of ``symmetries``.
  public init(rule: Rule = .life, symmetry: String, root: String) throws(LifeError) {
    guard let known = SoupSymmetry(symmetry) else {
      throw LifeError(.invalidArgument, "unknown symmetry '\(symmetry)'")
    }
    self.init(CensusSearch(rule: rule.value, symmetry: known, root: root))
  }

  private init(_ search: CensusSearch) {
    precondition(
      !search.root.isEmpty && TerminalText.printable(search.root) == search.root,
      "a root is a line of text")
    self.search = search
    rule = Rule(search.rule)
    symmetry = search.symmetry.map { "\($0)" } ?? ""
    root = search.root
  }

  /// The names of all symmetries.
  public static var symmetries: [String] { SoupSymmetry.all.map { "\($0)" } }

  /// The first generation of a soup.
  ///
  /// - Precondition: `number` is not negative.
  public func soup(_ number: Int) -> Pattern {
    precondition(number >= 0, "soups are numbered from 0")
    var pattern = LifeCore.Pattern(cells: search.soup(number).cells)
    pattern.statedPosition = .origin
    pattern.statedRule = search.rule
    return Pattern(pattern)
  }

  /// Counts the objects of soups. The call occupies its actor until it returns: use `Task.detached`
  /// for a task that the main actor can cancel, or ``hauls(of:limits:)``.
  ///
  /// - Parameters:
  ///   - soups: the numbers of the soups, from 0 on.
  ///   - limits: ``Limits/threads`` applies.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out, or
  ///   ``LifeError/Kind/cancelled``.
  /// - Complexity: O(soups).
  public func haul(of soups: Range<Int>, limits: Limits = Limits()) throws(LifeError) -> Haul {
    let census = CensusRound(of: soups, search: search, limits: limits)
    while try census.advance() {}
    return census.haul
  }

  /// Hauls of all soups so far, about two hauls per second, and at the end the complete one. They
  /// let a program show its progress: the soups run outside the actor of the loop.
  ///
  ///     for try await haul in census.hauls(of: 0..<1_000_000) { show(haul.soupCount) }
  ///
  /// - Parameters:
  ///   - soups: the numbers of the soups, from 0 on.
  ///   - limits: ``Limits/threads`` applies.
  public func hauls(of soups: Range<Int>, limits: Limits = Limits()) -> CensusHauls {
    CensusHauls(search: search, soups: soups, limits: limits)
  }
}

/// An asynchronous sequence of the hauls of a running ``Census``.
public struct CensusHauls: AsyncSequence, Sendable {
  let search: CensusSearch
  let soups: Range<Int>
  let limits: Limits

  /// An iterator starting at the first soup.
  public func makeAsyncIterator() -> Iterator {
    Iterator(progress: CensusProgress(of: soups, search: search, limits: limits))
  }

  /// Counts more soups for each element.
  public struct Iterator: AsyncIteratorProtocol {
    private let progress: CensusProgress

    fileprivate init(progress: CensusProgress) { self.progress = progress }

    /// The haul of all soups so far. `nil` after the complete one.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(LifeError) -> Haul? {
      try await progress.next()
    }
  }
}

/// Counts soups outside the caller's actor, so that a user interface stays live.
private actor CensusProgress {
  private let round: CensusRound
  private var isComplete = false

  init(of soups: Range<Int>, search: CensusSearch, limits: Limits) {
    round = CensusRound(of: soups, search: search, limits: limits)
  }

  /// The haul of all soups so far. `nil` after the complete one.
  func next() throws(LifeError) -> Haul? {
    guard !isComplete else { return nil }
    isComplete = try !round.advance()
    return round.haul
  }
}

/// A census in rounds of soups. The haul is available after each.
private final class CensusRound {
  private let plan: CensusPlan
  private let census: CensusRun
  private let cancellation = Cancellation()

  init(of soups: Range<Int>, search: CensusSearch, limits: Limits) {
    precondition(soups.lowerBound >= 0, "soups are numbered from 0")
    var plan = CensusPlan(search, soups: soups)
    plan.threads = limits.threads ?? SystemResources.cores
    plan.interrupt = cancellation.interrupt
    self.plan = plan
    census = CensusRun(plan)
  }

  var haul: Haul { Haul(census.haul) }

  /// Counts the soups of a round.
  ///
  /// - Returns: whether there are more.
  func advance() throws(LifeError) -> Bool {
    guard census.next < plan.soups.upperBound else { return false }
    _ = try cancellation.watching { try census.countRound(census.batchesOfSoups()) }
    return census.next < plan.soups.upperBound
  }
}
