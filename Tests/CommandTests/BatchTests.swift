import Foundation
import LifeIO
@testable import LifeRun
import TestSupport
import Testing

@testable import LifeCommand

/// The division of a batch among processes.
@Suite struct BatchTests {
  private static let inputs: [Path] = ["a.rle", "b.rle", "c.rle"]

  @Test(arguments: [(1, nil), (2, 2), (3, 3), (8, 3)])
  func `a batch has at most one process per input`(jobs: Int, expected: Int?) {
    #expect(BatchJobs(Self.inputs, jobs: jobs)?.jobs == expected)
  }

  @Test func `a batch of one input or none starts no process`() {
    #expect(BatchJobs([], jobs: 8) == nil && BatchJobs(["a.rle"], jobs: 8) == nil)
  }

  @Test(arguments: [
    "", "8", "8/250", "0/250/a.rle", "-1/250/a.rle", "8/-1/a.rle", "8/x/a.rle", "/250/a.rle",
    "9223372036854775808/1/a.rle",
  ])
  func `a text that is not a part is refused`(text: String) {
    #expect(BatchJobs.Job(Array(text.utf8)) == nil)
  }

  @Test func `a part keeps its input, whatever the name is`() throws {
    let part = try #require(BatchJobs.Job(Array("8/250/a folder/b/c.rle".utf8)))
    #expect(part.input == "a folder/b/c.rle" && part.jobs == 8)
    #expect(part.elapsed == .milliseconds(250))
  }

  @Test(.runsProgram) func `a reader that leaves is a normal end of a batch`() throws {
    let text = try run(
      """
      (sleep 0.3; life run glider block -n 1 --out-dir o --json --jobs 2; echo $? > code) | true
      cat code
      """)
    #expect(text == "0\n")
  }

  @Test(.runsProgram, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  func `a killed job is an error that names its pattern`() throws {
    let text = try run(
      """
      life run gosper-gun simkin-gun -n 2^60 -e tiles --out-dir o --jobs 2 2> errors & parent=$!
      sleep 1; kill -KILL $(cat /proc/$parent/task/*/children); wait $parent; echo $?
      grep -c 'killed by signal 9' errors; ls o
      """)
    #expect(text == "74\n2\n", "\(text)")
  }

  @Test(
    .runsProgram,
    arguments: [
      ("run nosuch glider -n 20000 --every 1 --to csv", 66), ("run --split pile -n 1 --json", 65),
      ("identify glider block --expect kind=oscillator", 1),
      ("identify glider nosuch --json", 66), ("apgcode acorn", 1), ("diff glider block", 1),
    ])
  func `a reader that leaves changes no result that is known`(words: String, code: Int) throws {
    let text = try run(
      """
      printf 'nonsense\nxp2_7\n' > pile
      (sleep 0.3; life \(words) -q 2> errors; echo $? > code) | true
      cat code errors
      """)
    #expect(text.hasPrefix("\(code)\n"), "\(text)")
  }

  @Test(.takesLong) func `a failure with one pattern of a file ends no batch`() async throws {
    let shell = try Shell()
    let list = try await shell.session(
      "printf 'xs4_33\\nnonsense\\nxp2_7\\n' > list; life apgcode --split list")
    #expect(list.text == "xs4_33\nxp2_7\n" && list.status == 65)
    let shards = try await shell.session(
      "for i in 1 2 3; do life apgcode --split --shard $i/3 list -q 2> /dev/null; echo $?; done")
    #expect(shards.text == "xs4_33\n0\n65\nxp2_7\n0\n")
    let kept = try await shell.session(
      "mkdir o; touch o/list-1.csv; life run --split list -n 1 --to csv --out-dir o --no-clobber; "
        + "echo $?; ls o")
    #expect(kept.text == "65\nlist-1.csv\nlist-3.csv\n")
    let objects = try await shell.session(
      "echo '[[0,0]] [[1,1],x] [[2,2]]' | life info --split --json -")
    #expect(objects.text.split(separator: "\n").count == 1 && objects.status == 65)
    #expect(objects.errors.contains("what follows in the file is not read"))
  }

  @Test func `processes of a batch share cores, memory and time, unless told more`() throws {
    let part = try #require(BatchJobs.Job(Array("4/1500/a.rle".utf8)))
    var request = RunRequest(length: .generations(1))
    request.limits.time = .seconds(2)
    part.limit(&request)
    #expect(request.engine.threads == max(1, SystemResources.cores / 4))
    #expect(request.engine.memoryLimit == SystemResources.usualMemoryLimit / 4)
    #expect(request.limits.time == .milliseconds(500))

    var stated = RunRequest(length: .generations(1))
    stated.engine.threads = 3
    stated.engine.memoryLimit = 1 << 20
    stated.limits.time = .seconds(1)
    part.limit(&stated)
    #expect(stated.engine.threads == 3 && stated.engine.memoryLimit == 1 << 20)
    #expect(stated.limits.time == .zero)
  }
}
