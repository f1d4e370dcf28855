import Foundation
import TestSupport
import Testing

/// The progress of long commands on a terminal.
@Suite(.runsProgram, .needs(.python3)) struct ProgressTests {
  /// The lines of a command, one for each erased progress line, and its exit code.
  ///
  /// - Parameters:
  ///   - seconds: when Ctrl-C is typed.
  ///   - setUp: a shell script to make the files.
  private func shown(
    _ command: String, interruptedAfter seconds: Double = 60, setUp: String = ":"
  ) throws -> [String] {
    let result = try inTerminal(
      "exec \(command)", options: "--interrupt \(seconds)", setUp: setUp)
    let lines = result.text.components(separatedBy: "\r\u{1b}[K")
      .map { $0.replacingOccurrences(of: "\r\n", with: "|") }
    return lines.filter { !$0.isEmpty } + ["\(result.status)"]
  }

  @Test func `identify shows generations, their rate and the time that is left`() throws {
    let lines = try shown(
      "life identify s.rle --max-time 4s", setUp: "life soup --size 2000x2000 -o s.rle")
    // Lines are cut at 77 columns.
    let form = #/^identifying s.rle: \d+ generations, .*\/s, at most 0:0\d/#
    #expect(lines.contains { $0.contains(form) }, "\(lines)")
    #expect(lines.last == "75")
  }

  @Test func `a census shows soups, their rate and the time that is left`() throws {
    let lines = try shown(
      "life census --root a --soups 1e9 -o a.haul", interruptedAfter: 4)
    #expect(
      lines.contains { $0.contains(#/^\d+ of 1000000000 soups .*soups\/s.* rarest: /#) }, "\(lines)"
    )
    #expect(lines.last == "130")
  }

  @Test func `Ctrl-C in a run to one pattern says on its own line that it was not written`() throws
  {
    let lines = try shown(
      "life run gosper-gun -e reference -n 1e9 -o x.rle", interruptedAfter: 4)
    #expect(lines.contains { $0.hasPrefix("generation ") }, "\(lines)")
    // The ^C of the terminal is on the progress line, and erased with it.
    #expect(lines.contains { $0.hasSuffix("^C") && $0.count < 80 }, "\(lines)")
    let last = lines.dropLast().last ?? ""
    #expect(last.hasPrefix("life: gosper-gun: stopped at generation "), "\(lines)")
    #expect(last.hasSuffix(" of 1000000000: interrupted (SIGINT); 'x.rle' was not written|"))
    #expect(lines.last == "130")
  }

  @Test func `a run to standard output that is interrupted says that nothing was written`() throws {
    let text = try run(
      """
      life run gosper-gun -e reference -n 1e9 > x.rle 2> errors & sleep 3
      kill -TERM $!; wait $!; echo $?
      sed 's/.*: //' errors; wc -c < x.rle
      """)
    #expect(text == "143\ninterrupted (SIGTERM); nothing was written\n0\n")
  }

  @Test func `an identification that a signal ends gives no code and asks for no map`() throws {
    let text = try run(
      """
      life soup --size 3000x3000 -o soup.rle
      for command in 'apgcode soup.rle' 'identify -q soup.rle -o map.png'; do
        life $command --max-time 60s > answer 2>&1 &
        sleep 1; kill -TERM $!; wait $!; echo $?; grep -c -e PATHOLOGICAL -e recurs answer || true
        grep -c 'soup.rle: unknown, interrupted, [0-9]* cells in .* at generation [0-9]*' answer
      done
      """)
    #expect(text == "143\n0\n1\n143\n0\n1\n")
  }

  @Test func `collide ends at once at a signal and at a time limit`() throws {
    let text = try run(
      """
      collide="life collide glider xp30_w33z8kqrqk8zzzx33 -o c.rle"
      $collide & sleep 0.5; kill -TERM $!; wait $!; echo $?
      LIFE_LIMITS=time=0.5s $collide 2> /dev/null; echo $?; ls
      """)
    #expect(text == "143\n75\n")
  }

  @Test func `quiet commands and pipes show no progress`() throws {
    let lines = try shown(
      "life identify -q soup.rle --max-time 2s", setUp: "life soup --size 600x600 -o soup.rle")
    #expect(lines.count == 2, "\(lines)")
  }

  @Test func `bench keeps what was measured until Ctrl-C`() throws {
    let lines = try shown("life bench --time 60s", interruptedAfter: 4)
    let text = lines.joined()
    #expect(text.contains("engine "), "\(lines)")
    #expect(text.contains("|scalar loop torus 2048 × 2048"), "\(lines)")
    #expect(lines.last == "130")
  }

  @Test func `bench ends in its time and says what was left out`() throws {
    let text = try run(
      """
      life bench --time 1s --threads 1 --json 2> errors > bench.json; echo $?
      grep -c '^life: [0-9]* measurements left out; --time 5m has time for all$' errors
      python3 -c "
      import json; b = json.load(open('bench.json'))
      print(b['scalar_gigacells_per_second'] > 0, b['left_out'] > 0, len(b['results']) > 0)"
      """)
    #expect(text == "0\n1\nTrue True True\n")
  }
}
