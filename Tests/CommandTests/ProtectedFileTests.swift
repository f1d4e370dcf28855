import TestSupport
import Testing

/// Files that commands must not replace, and files locked by one process.
@Suite(.needsOptimization) struct ProtectedFileTests {
  private static let interrupted =
    "life run acorn -n 90 -q -o a.csv --checkpoint a.life --max-frames 20 2> errors; echo $?"

  @Test func `a run with --overwrite begins anew`() async throws {
    let text = try await session(
      """
      \(Self.interrupted); cp a.life b.life
      life run acorn -n 90 -q -o a.csv --checkpoint a.life --max-frames 9 --overwrite; echo $?
      life resume b.life 2> errors; echo $?; life resume a.life; echo $?
      life run acorn -n 90 -q -o whole.csv; cmp a.csv whole.csv; ls -A | grep kept
      """, exits: 1)
    #expect(text == "75\n75\n73\n0\n", "\(text)")
  }

  @Test(.runsProgram) func `what a killed run left is kept for its checkpoint only`() throws {
    let text = try run(
      """
      words='acorn -n 2^60 -e bitmap --universe T500 --every 4 -q'
      for more in '' '--checkpoint c'; do
        life run $words -o a.csv $more & until ls .a.csv.* 2> errors; do sleep 0.05; done; sleep 0.1
        kill -KILL $!; wait $! 2> errors
        life run glider -n 3 -q -o a.csv 2> errors; echo $?
      done
      ls -A | grep 'c$\\|part\\|kept'
      """)
    #expect(text == ".a.csv.part\n0\n.a.csv.kept\n0\n.a.csv.kept\nc\n", "\(text)")
  }

  @Test(.runsProgram) func `one of two runs with the same checkpoint is refused`() throws {
    let text = try run(
      """
      words='acorn -n 2^60 -e bitmap --universe T2000 --every 2^40 -q'
      life run $words -o a.csv --checkpoint c & first=$!
      until [ -e c ]; do sleep 0.05; done
      life run $words -o b.csv --checkpoint c 2> errors; echo $?
      life resume c 2> errors; echo $?; grep -c 'another process is using it' errors
      kill -TERM $first; wait $first; echo $?; ls -A | grep '^[.]*[abc]'
      timeout --preserve-status -s TERM 1 life resume c -q 2> errors; echo $?
      """)
    #expect(text == "73\n73\n1\n143\n.a.csv.kept\nc\n143\n", "\(text)")
  }

  @Test(.runsProgram) func `runs that start together leave one checkpoint and no other file`()
    throws
  {
    let text = try run(
      """
      for i in 1 2 3 4 5 6; do
        life run acorn -n 300 -q -o $i.csv --checkpoint c --max-frames 9 2> e$i & done; wait
      cat e? | grep -c 'resume with'; ls -A | grep -c 'kept$'; life resume c -q; echo $?
      ls -A | grep -v '^e\\|^[.][eo]' | grep -c .
      """)
    #expect(text == "1\n1\n0\n1\n", "\(text)")
  }

  @Test(.runsProgram, .needs(.strace)) func `a run that fails at its start leaves nothing`() throws
  {
    let text = try run(
      """
      \(Shell.failingCall)
      life run acorn -n 300 -q -o a.csv --checkpoint c --max-frames 9 2> errors; rm c; count=0
      for call in openat write fsync rename; do n=1; while :; do
        rm -f c .a.csv.kept
        failing $call $n EIO run acorn -n 9 -q -o a.csv --checkpoint c 2> errors; code=$?
        grep -q INJECTED trace || break
        [ $code = 0 ] || [ ! -e .a.csv.kept ] || [ -e c ] || echo "$call $n: $(cat errors)"
        rm -f a.csv; n=$((n + 1)); count=$((count + 1))
      done; done
      [ $count -gt 15 ] && echo many
      """)
    #expect(text == "many\n", "\(text)")
  }

  // MARK: - Hauls

  @Test(.runsProgram) func `one of two censuses with the same haul is refused`() throws {
    let text = try run(
      """
      words='census --root a_ --soups 1e9 -t 1 -q -o x.haul'
      life $words & first=$!
      until [ -e x.haul ]; do sleep 0.05; done
      life $words 2> errors; echo $?; life $words --resume 2>> errors; echo $?
      grep -c 'another process is using it' errors
      kill -TERM $first; wait $first; echo $?; life census show x.haul > shown; echo $?
      ls -A | grep haul
      """)
    #expect(text == "73\n73\n2\n143\n0\nx.haul\n", "\(text)")
  }
}
