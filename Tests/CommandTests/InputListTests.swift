import TestSupport
import Testing

/// Inputs from a list in a file; `Golden/input-lists.txt` divides them among processes.
@Suite(.needsOptimization) struct InputListTests {
  @Test func `long lists are refused at the limit of what is read at once`() async throws {
    let shell = try Shell()
    _ = try await shell.session("(yes glider | head -c 2000000) > list")
    for command in [
      "life identify --files-from /dev/zero --limit line=1M",
      "life info --files-from - --limit line=1M < list",
      "LIFE_LIMITS=line=1M life census merge --files-from /dev/zero",
    ] {
      let result = try await shell.session(command)
      #expect(
        result.status == 75 && result.errors.contains("limit line=N allows more"), "\(result)")
    }
  }
}
