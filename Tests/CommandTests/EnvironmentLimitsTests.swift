@testable import LifeArguments
import LifeIO
import TestSupport
import Testing

@testable import LifeCommand
@testable import LifeRun

/// The limits in the environment variable `LIFE_LIMITS`.
@Suite struct EnvironmentLimitsTests {
  @Test func `limits are read from LIFE_LIMITS`() throws {
    let limits = try EnvironmentLimits("memory=2G,time=10m,frames=1e4,expanded=1G,states=8")
    #expect(limits.memory?.bytes == 2 << 30)
    #expect(limits.time?.duration == .seconds(600))
    #expect(limits.frames?.value == 10_000)
    #expect(limits.inputSettings.map(\.limit.name) == ["expanded", "states"])
    #expect(limits.inputSettings.map(\.value) == [1 << 30, 8])
  }

  @Test(arguments: [nil, "", ","])
  func `LIFE_LIMITS may be absent`(text: String?) throws {
    let limits = try EnvironmentLimits(text)
    #expect(limits.memory == nil && limits.time == nil && limits.frames == nil)
    #expect(limits.inputSettings.isEmpty)
  }

  static let number = "expected a whole number such as 1000, 1e6 or 2^20"

  @Test(arguments: [
    ("memory", "expected memory=AMOUNT, such as memory=2G"),
    ("memory=", "expected an amount such as 300M or 2G, found ''"),
    ("memory=x", "expected an amount such as 300M or 2G, found 'x'"),
    ("time=1y", "expected a time such as 90s, 10m, 2h or 1d, found '1y'"),
    ("frames=", number),
    ("frames=1,levels", "expected levels=AMOUNT, such as levels=1G"),
    ("levels=1=2", number),
  ])
  func `a limit without a name or an amount is refused`(text: String, message: String) {
    let error = #expect(throws: UsageError.self) { try EnvironmentLimits(text) }
    #expect(error.map { "\($0.message)" } == "LIFE_LIMITS: \(message)")
  }

  @Test(.takesLong) func `empty space without memory for a tree obeys the time limit`() async throws
  {
    let text = try await session(
      """
      printf 'x = 0, y = 0\\n!\\n' > empty.rle
      LIFE_LIMITS=time=0.3s life run empty.rle -n 1e400 --max-memory 1 -q 2> errors; echo $?
      """)
    #expect(text.hasSuffix("75\n"), "\(text)")
  }

  @Test(.takesLong) func `the search for a view obeys the limits on time and frames`() async throws
  {
    let timed = "life run block -n 2^200 -o a.gif --view fit --max-time 0.3s -q"
    #expect(try await Shell().session(timed).status == 75)
    let counted = "LIFE_LIMITS=frames=5 life run glider -n 1e12 -o b-%d.png --view fit -q"
    let text = try await session("\(counted) 2> errors; echo $?; ls b-*.png | wc -l")
    #expect(text.filter { $0 != " " } == "75\n5\n")
  }

  /// The first 360 of these soups need less than the limit.
  @Test(.takesLong) func `a census without enough memory writes the haul of the soups before`()
    async throws
  {
    let text = try await session(
      """
      life census --root s_ -r B36/S23 --soups 400 -t 1 --max-memory 4M -o r.haul -q 2> errors
      echo $?; life census show r.haul > shown && grep -c 'out of memory for the .* of soup' errors
      life census --root s_ -r B34/S34 --soups 1 --max-population 1e6 --max-memory 1M -q 2> errors
      echo $?; cat errors
      """)
    let lines = text.split(separator: "\n")
    #expect(lines.prefix(2) == ["75", "1"], "\(text)")
    // Enough memory for a huge soup is no failure.
    #expect(lines.count == 3 ? lines[2] == "0" : lines[2] == "75", "\(text)")
  }

  @Test(.runsProgram, .timeLimit(.minutes(1)))
  func `waiting for the writer of a pipe obeys the time limit`() throws {
    let text = try run(
      """
      mkfifo pipe; sleep 50 > pipe & writer=$!
      life run pipe -n 1 --max-time 0.3s 2> errors; echo $?
      LIFE_LIMITS=time=0.3s life show pipe 2>> errors; echo $?
      kill $writer; grep -c 'time limit' errors
      """)
    #expect(text == "75\n75\n2\n")
  }

  @Test func `limits of LIFE_LIMITS apply to all commands`() async throws {
    for (words, status, end) in [
      ("frames=3 life run glider -n 9 --every 1 --to csv -q", 75, "\n2,5,0,1,3,3\n"),
      ("input=10 life convert gosper-gun x.cells", 75, ""),
      ("bytes=3 life convert glider x.cells", 64, ""),
    ] as [(String, Int32, String)] {
      let result = try await Shell().session("LIFE_LIMITS=\(words)")
      #expect(result.status == status, "\(result.errors)")
      #expect(result.text.suffix(end.isEmpty ? .max : end.count) == end)
    }
  }
}
