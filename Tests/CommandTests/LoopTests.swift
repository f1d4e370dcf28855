import TestSupport
import Testing

/// Loops, and other searches for the end of a run.
@Suite(.needsOptimization) struct LoopTests {
  @Test func `the loop of a gun ends as it began`() async throws {
    let text = try await session(
      "life run gosper-gun --loop -q -o a.gif; ls; "
        + "life run gosper-gun --loop -q --scale 1 --view 0,0,60x40 --to pbm -o frames; "
        + "life run gosper-gun -n 269 --start 210 -q --scale 1 --view 0,0,60x40 --to pbm -o later; "
        + "cat frames frames | cmp - later && echo same")
    #expect(text == "a.gif\nsame\n")
  }

  @Test(.takesLong) func `the loop of a gun begins where it does with the slowest engine`()
    async throws
  {
    let text = try await session(
      """
      for options in '0,0,400x400 --engine reference' 0,0,400x400; do
        life run gosper-gun --loop -o a.gif --dry-run --view $options | grep -o '0 to [0-9]*'
      done
      """)
    let ends = text.split(separator: "\n")
    #expect(ends.count == 2 && ends[0] == ends[1], "\(text)")
    let wide = "--view 0,0,100000x100000 --scale 1/500 --max-time 20s"
    let plan = try await session("life run gosper-gun --loop -o a.gif --dry-run \(wide)")
    #expect(plan.contains(#/0 to [0-9]+/#) && !plan.contains(ends[0]), "\(plan)")
  }

  @Test(
    .takesLong,
    arguments: [
      ("block-laying-switch-engine", 288, "--track=-24,-24/288"),
      ("space-rake", 20, "--track 10,0/20"), ("lwss", 4, "--track=-1,0/2"), ("gosper-gun", 30, ""),
      ("pulsar", 3, ""),
    ])
  func `a loop with ages and trails ends as it began`(
    name: String, period: Int, track: String
  ) async throws {
    let shell = try Shell()
    let options = "-q --theme fire --scale 1 --view 0,0,50x40 --to ppm"
    let json = try await shell.session("life run \(name) --loop \(options) -o frames --json").text
    let last = try #require(
      json.firstMatch(of: #/"generation":([0-9]+),"pop/#).flatMap { Int($0.1) })
    let later = try await shell.session(
      """
      life run \(name) -n \(last + period) --start \(last - period + 1) \(options) \(track) -o later
      cat frames frames | cmp - later
      """)
    #expect(later.status == 0, "\(later.text) \(later.errors)")
  }

  @Test(.takesLong, arguments: ["block-laying-switch-engine", "space-rake"])
  func `the loop of what moves and emits has a view of its own`(name: String) async throws {
    #expect(try await session("life run \(name) --loop -q -o a.gif; ls") == "a.gif\n")
  }

  @Test(.takesLong) func `a loop of a pattern that explodes is refused soon`() async throws {
    let shell = try Shell()
    let result = try await shell.session(
      "life soup --seed m --size 40x40 -r /2/3 > s.rle; life run s.rle --loop -o x.gif")
    #expect(result.status == 65 && result.errors.contains("live cells"), "\(result)")
  }

  @Test(.takesLong, arguments: ["", "--track auto", "--track=-1,0/2"])
  func `the view of a loop moves with a spaceship`(options: String) async throws {
    let run =
      "life run lwss --loop --view 0,-8,30x20 --scale 1 --theme plain -q --to gray \(options)"
    let text = try await session(
      """
      \(run) > once; \(run) --repeat 2 > twice
      cat once once | cmp - twice; tr -d '\\0' < once | wc -c
      """)
    // The live cells of four frames.
    #expect(text == "42\n")
  }

  @Test func `the grid lines of a loop that moves repeat`() async throws {
    let run = "life run lwss --loop --grid --scale 4 -q --to gray"
    let text = try await session(
      """
      \(run) > once; \(run) --repeat 6 > more
      cat once once once once once once | cmp - more && echo same
      """)
    #expect(text == "same\n")
  }

  @Test(
    .takesLong,
    .needs(.ffmpeg),
    arguments: [
      ("pulsar --loop -o x.mp4", 42), ("pulsar --loop --fps 3 -o x.mkv", 15),
      ("glider --loop --repeat 3 -o x.mp4", 12), ("pulsar --loop --duration 1s -o x.mp4", 9),
      ("lwss --loop --duration 0.1s -o x.mp4", 4), ("pulsar --loop -o x.gif", 3),
      ("gosper-gun --loop --repeat 2 --view 0,0,60x40 -o x.mp4", 60),
    ])
  func `a video repeats a loop`(words: String, frames: Int) async throws {
    let text = try await session(
      """
      life run \(words) -q
      ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 x.*
      """)
    #expect(text.prefix { $0.isNumber } == "\(frames)")
  }

  @Test(.takesLong, .needs(.ffmpeg))
  func `an animation that viewers repeat has one turn beside a video`() async throws {
    let text = try await session(
      """
      for outputs in '-o a.gif -o a.mp4' '-o b.mp4 -o b.apng -o b.html --repeat 2'; do
        life run pulsar --loop $outputs --json | grep -o '"frames":[0-9]*'
      done
      life run pulsar --loop -o c.gif -q; cmp a.gif c.gif
      """)
    #expect(text.filter { $0.isNumber || $0 == "\n" } == "3\n42\n6\n3\n3\n")
  }

  @Test func `the page of a loop repeats at once, with the ages of its GIF`() async throws {
    let text = try await session(
      """
      for options in '--loop' '--loop --hold 1s' '-n 3'; do
        life run pulsar $options -q --to html | grep -o '"pause":[0-9]*'
      done
      for name in a.html a.gif; do
        life run gosper-gun --loop --theme fire -o $name --dry-run | grep -o '0 to [0-9]*'
      done
      """)
    let lines = text.split(separator: "\n")
    #expect(lines.prefix(3) == ["\"pause\":0", "\"pause\":0", "\"pause\":1000"])
    #expect(lines.count == 5 && lines[3] == lines[4])
  }

  @Test func `patterns in one picture loop together`() async throws {
    let text = try await session(
      """
      life run pulsar blinker --loop --fps 9 -q -o a.gif
      life run pulsar blinker -n 5 --fps 9 -q -o b.gif; cmp a.gif b.gif
      for names in 'pulsar glider gosper-gun' 'pulsar glider --every 2' 'pulsar block --age'; do
        life run $names --loop --dry-run -o c.gif | grep -o '[0-9]* frames' | uniq
      done
      """)
    #expect(text == "60 frames\n6 frames\n3 frames\n")
  }

  /// Frames of another shape show more cells than the view; marks of the past reach its edge first.
  @Test(
    .takesLong,
    arguments: [
      "blinker-puffer --size 320x180", "gosper-gun --size 135x240",
      "gosper-gun --size 200x200 --scale 1", "simkin-gun gosper-gun --size 640x360 --columns 2",
      "glider --theme history", "copperhead --theme history --size 160x90",
      "pulsar --theme history", "gosper-gun glider --theme history --scale 2",
    ])
  func `the second round of a loop equals the first`(words: String) async throws {
    let frames = try await Shell().session("life run \(words) --loop --repeat 2 --to rgb24 -q")
      .output
    #expect(!frames.isEmpty && frames.prefix(frames.count / 2) == frames.suffix(frames.count / 2))
  }

  @Test func `patterns that loop together have notes about ignored marks`() async throws {
    let text = try await session(
      """
      printf 'x = 3, y = 3, rule = LifeHistory\\n3A2$B!\\n' > marks.rle
      life run marks.rle blinker --loop --dry-run -o x.gif 2>&1 | grep -c 'marks.*ignored'
      """)
    #expect(text == "1\n")
  }

  @Test(.runsProgram) func `a search that a limit ends claims nothing`() throws {
    let text = try run(
      """
      life soup --size 1000x1000 --seed a > s.rle
      for end in '--until stable' '--until period' --loop; do
        life run s.rle $end --max-time 0.3s --dry-run -o x.gif 2> errors; echo $?
        sed 's/[1-9][0-9]* generations/many generations/' errors
      done
      life run acorn -r B2/S --until stable > x.rle 2> errors & sleep 0.4
      kill -TERM $!; wait $!; echo $?
      sed 's/[1-9][0-9]* generations/many generations/' errors; wc -c < x.rle
      """)
    #expect(
      text == """
        75
        life: --until stable: time limit reached after many generations; nothing was written
        75
        life: --until period: time limit reached after many generations; nothing was written
        75
        life: --loop: time limit reached after many generations; nothing was written
        143
        life: --until stable: interrupted (SIGTERM) after many generations; nothing was written
        0

        """)
  }
}
