import TestSupport
import Testing

/// Inputs from a list in a file; `Golden/input-lists.txt` divides them among processes.
@Suite(.runsProgram) struct InputListTests {
  @Test func `lists without end are refused at the limit of what is read at once`() throws {
    let text = try run(
      """
      life identify --files-from /dev/zero --limit line=1M 2> errors; echo $?
      yes glider | life info --files-from - --limit line=1M 2>> errors; echo $?
      LIFE_LIMITS=line=1M life census merge --files-from /dev/zero 2>> errors; echo $?
      grep -c 'limit line=N allows more' errors
      """)
    #expect(
      text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["75", "75", "75", "3"],
      "\(text)")
  }
}
