import Testing

/// Runs a law on each of its cases, as one test. An issue names its case.
///
///     @Test func `reversing twice changes nothing`() async throws {
///       try await forEachCase(of: Effort.cases(100, long: 5_000)) { seed in
///         let numbers = Self.numbers(seed)
///         #expect(numbers.reversed().reversed() == numbers)
///       }
///     }
///
/// Use a test's own arguments only for cases that readers look up by name.
public func forEachCase<Case: Sendable>(
  of cases: some Sequence<Case>, sourceLocation: SourceLocation = #_sourceLocation,
  _ law: @Sendable (Case) async throws -> Void
) async throws {
  let test = try #require(Test.current)
  for element in cases {
    let naming = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.append("case \(String(describingForTest: element))")
      return issue
    }
    try await naming.provideScope(for: test, testCase: Test.Case.current) {
      do {
        try await law(element)
      } catch is ExpectationFailedError {
        // A failed requirement is already an issue; the next case is independent of it.
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
      }
    }
  }
}

/// The text of the error that `body` throws; `nil` if it throws none.
public func errorText(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}

/// All pairs of elements of two collections.
public func pairs<First, Second>(
  _ firsts: some Sequence<First>, _ seconds: some Collection<Second>
) -> [(First, Second)] {
  firsts.flatMap { first in seconds.map { (first, $0) } }
}
