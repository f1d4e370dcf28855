import TestSupport
import Testing

/// Status requests (SIGUSR1) and checkpoints are looks: they end nothing and lose nothing.
@Suite(.runsProgram) struct StatusRequestTests {
  @Test(arguments: [
    "identify acorn", "identify --objects r-pentomino", "identify 'puffer 1' gosper-gun",
    "apgcode gosper-gun 'puffer 1'", "info glider", "run acorn --until stable -q -o x.csv",
    "run gosper-gun --loop -q -o x.gif", "run acorn -n 20000 -q",
    "run soup.rle -n 1000 --every 20 -q -o x.csv --checkpoint c --checkpoint-every 0.02s",
    "run soup.rle -n 1000 --every 20 -q -o x.objects --checkpoint c --checkpoint-every 0.02s",
    "census --root a --soups 1500 -q -o x.haul", "census --root a --soups 600 -q --report x.html",
    "collide glider block -q -o x.rle", "check acorn -n 800 -q",
  ])
  func `status requests change no byte and no exit code`(command: String) throws {
    _ = try answers(during: command)
  }

  @Test(arguments: [
    "run acorn -n 1500 -e hashlife --verify -q", "run acorn r-pentomino -n 300 -q -o grid.gif",
    "run soup.rle -n 400 -q -o x.apng",
  ])
  func `a status request is answered during a run`(command: String) throws {
    let answers = try answers(during: command)
    #expect(answers.contains("generation"), "\(answers)")
  }

  /// The messages of a command that gets requests all the time. Its files must be those of one
  /// without requests.
  private func answers(during command: String) throws -> String {
    let text = try run(
      """
      mkdir plain asked
      life soup --size 60x60 -o plain/soup.rle
      cp plain/soup.rle asked
      (cd plain; life \(command) > out 2> /dev/null; echo $? >> out)
      cd asked
      trap '' USR1 # A signal that is ignored at first stays so until the program handles it.
      life \(command) > out 2> ../answers & life=$!
      (while kill -USR1 $life; do sleep 0.02; done 2> /dev/null) &
      code=0; wait $life || code=$?; echo $code >> out
      cd ..; diff -r plain asked && tail -n 1 plain/out; cat answers
      """)
    #expect(text.hasPrefix("0\n"), "\(text)")
    return String(text.dropFirst(2))
  }

  @Test(arguments: ["identify", "apgcode", "run -n 4 -q"])
  func `a signal and a time limit end the reading of a stream`(command: String) throws {
    let text = try run(
      """
      yes xp2_7 | life \(command) --split - > out 2> errors & sleep 0.7
      kill -TERM $!; code=0; wait $! || code=$?; echo $code
      code=0; yes xp2_7 | LIFE_LIMITS=time=0.5s life \(command) --split - > out 2> errors || code=$?
      echo $code
      """)
    #expect(text == "143\n75\n")
  }
}
