import Foundation
import TestSupport
import Testing

/// Batches on several cores.
@Suite(.runsProgram) struct BatchJobsTests {
  @Test func `the files and messages are those of one process, in the same order`() throws {
    let text = try run(
      """
      for name in glider block toad lwss; do life convert $name $name.rle; done
      printf 'x = 1, y = 1, rule = ?\\n' > bad.rle
      files='glider.rle bad.rle block.rle toad.rle lwss.rle'
      for jobs in 1 3 8; do
        life run $files -n 20 --out-dir run-$jobs --jobs $jobs --json > json-$jobs 2> errors-$jobs
        echo $?; sed -i 's/"seconds":[^,}]*//; s/run-[0-9]//' json-$jobs
        life convert $files --out-dir cells-$jobs --to cells --jobs $jobs 2>> errors-$jobs
        echo $?
      done
      for jobs in 3 8; do
        diff -r run-1 run-$jobs && diff -r cells-1 cells-$jobs && cmp json-1 json-$jobs &&
          cmp errors-1 errors-$jobs && echo same
      done
      ls run-1 cells-1 | wc -l; wc -l < json-1
      """)
    #expect(
      text.split(separator: "\n").map { $0.filter { $0 != " " } }
        == ["65", "65", "65", "65", "65", "65", "same", "same", "11", "4"])
  }

  @Test func `an interrupt ends all processes`() throws {
    let text = try run(
      """
      life convert gosper-gun a.rle; cp a.rle b.rle; cp a.rle c.rle
      life run ?.rle -n 2^60 -e tiles --out-dir out --jobs 2 -q & pid=$!
      sleep 1; kill -TERM $pid; wait $pid; echo $?; ls -A out
      """)
    #expect(text == "143\n")
  }

  @Test func `no pattern begins after the time limit`() throws {
    let text = try run(
      """
      for name in a b c d e f; do life convert gosper-gun $name.rle; done
      life run ?.rle -n 2^60 -e tiles --to csv --out-dir out --jobs 2 -q --max-time 0.5s 2> errors
      echo $?; [ $(ls out | wc -l) -le 2 ] && tail -n 1 errors
      """)
    #expect(text == "75\nlife: time limit reached; the other patterns are left out\n")
  }
}
