import Foundation
import TestSupport
import Testing

/// Animations and videos of `life run`, from the command line to the pixels.
@Suite(.needsOptimization) struct AnimationCommandTests {
  static let gun = "gosper-gun -n 40 --view -3,-3,43x31"

  @Test(.takesLong, .needs(.ffmpeg, .ffprobe), arguments: ["mkv", "mp4", "mov"])
  func `ffmpeg makes a video with every frame`(kind: String) async throws {
    let dots =
      #"awk '{ for (i = 1; i <= NF; i++) printf "%c", ($i > 128 ? "O" : "."); print "" }'"#
    let text = try await session(
      """
      life run \(Self.gun) --scale 8 --theme plain -q -o x.\(kind)
      ffprobe -v error -count_frames -select_streams v \
        -show_entries stream=width,height,nb_read_frames,r_frame_rate -of csv=p=0 x.\(kind)
      ffmpeg -v error -i x.\(kind) -vf crop=344:248:0:0,scale=43:31:flags=area \
        -f rawvideo -pix_fmt gray - | od -An -v -tu1 -w43 | \(dots) > a
      life run \(Self.gun) --theme plain -q --to gray --scale 1 | od -An -v -tu1 -w43 | \(dots) > b
      cmp a b && wc < a | tr -s " "
      """)
    #expect(text == "344,248,30/1,41\n 1271 1271 55924\n")
  }

  @Test(.takesLong, .needs(.ffmpeg, .ffprobe))
  func `a video has even sizes and the same colors`() async throws {
    let text = try await session(
      """
      life run block -n 3 --view 0,0,3x3 --scale 5 --cell '#c04020' --background '#103050' \
        -q -o x.webm
      ffprobe -v error -count_frames -select_streams v \
        -show_entries stream=width,height,nb_read_frames -of csv=p=0 x.webm
      ffmpeg -v error -i x.webm -vf format=rgb24,crop=1:1:4:4 -frames:v 1 \
        -f rawvideo - | od -An -tu1
      """)
    let lines = text.split(separator: "\n")
    try #require(lines.count > 1)
    #expect(lines[0] == "16,16,4")
    let parts = lines[1].split(separator: " ").compactMap { Int($0) }
    #expect(parts.count == 3)
    for (part, expected) in zip(parts, [0xc0, 0x40, 0x20]) { #expect(abs(part - expected) < 12) }
  }

  @Test(.takesLong, .needs(.ffmpeg), arguments: ["mp4", "webm"])
  func `gray stays gray in a video`(kind: String) async throws {
    let text = try await session(
      """
      life run glider -n 3 --background '#303030' --view=-8,-8,16x16 --scale 8 -q -o x.\(kind)
      for plane in u v; do
        ffmpeg -v error -i x.\(kind) -vf extractplanes=$plane -f rawvideo - | tr -d '\\200' | wc -c
      done
      """)
    #expect(text == "0\n0\n")
  }

  /// Frames after the first contain only changed pixels.
  @Test(.takesLong, .needs(.ffmpeg, .imageMagick))
  func `every frame is the same in all formats`() async throws {
    let text = try await session(
      """
      for kind in gif apng y4m; do
        life run \(Self.gun) --scale 4 -q -o x.$kind
        ffmpeg -v error -i x.$kind -fps_mode passthrough -f rawvideo -pix_fmt rgb24 - | cksum
      done
      convert x.gif -coalesce -depth 8 rgb:- | cksum
      life run \(Self.gun) --scale 4 -q --to ppm |
        ffmpeg -v error -f image2pipe -i - -f rawvideo -pix_fmt rgb24 - | cksum
      """)
    let sums = text.split(separator: "\n")
    #expect(sums.count == 5 && Set(sums).count == 1, "\(text)")
  }

  @Test func `without ffmpeg the error names a command that makes the video`() async throws {
    let shell = try Shell()
    let result = try await shell.session("PATH=/ life run glider -n 4 -o x.mp4 -q")
    #expect(result.status == 73)
    #expect(result.errors.contains("ffmpeg") && result.errors.contains("--to y4m | ffmpeg -i -"))
    #expect(try await shell.session("ls -A | grep mp4").text == "")
  }

  @Test func `a failure of ffmpeg leaves no file`() async throws {
    let shell = try Shell()
    let folder = shell.folder.path()
    let result = try await shell.session(
      """
      printf '#!/bin/sh\nexec < /dev/null; exit 3\n' > ffmpeg; chmod +x ffmpeg
      PATH=\(folder) life run glider -n 400 -o x.mp4 -q; echo $?; ls -A | grep mp4
      """)
    #expect(result.errors == "life: cannot create 'x.mp4': 'ffmpeg' failed with status 3\n")
    #expect(result.text == "74\n")
  }

  @Test(.runsProgram) func `a closed pipe is not an error`() throws {
    let text = try run(
      """
      gun='gosper-gun -n 3000 --every 1 --scale 1'
      for kind in ppm y4m gif png ansi; do
        (life run $gun --to $kind -q; echo $? >&2) 2>&1 >/dev/null |
          cat > code; (life run $gun --to $kind -q; echo $? > code) |
          head -c 1000 | wc -c; cat code
      done
      """)
    #expect(text == String(repeating: "1000\n0\n", count: 5))
  }

  @Test(.runsProgram) func `an animation ended by a signal is complete`() throws {
    let text = try run(
      """
      for kind in gif apng; do
        life run gosper-gun -n 100000 --view 0,0,60x60 -q -o x.$kind &
        sleep 0.4; kill -TERM $!; wait $!; echo $?
      done
      tail -c 1 x.gif | od -An -tx1; tail -c 8 x.apng | od -An -tx1; ls -A | grep part
      """, exits: 1)
    #expect(text == "143\n143\n 3b\n ae 42 60 82\n".replacing(" ae", with: " 49 45 4e 44 ae"))
  }

  @Test func `views show the requested place`() async throws {
    // The same cells at the origin and beyond 2^40.
    let far = "1152921504606846976"
    let view = "1152921504606846974,-1152921504606846978,12x12"
    let text = try await session(
      """
      printf '#CXRLE Pos=\(far),-\(far) Gen=0\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n' > far.rle
      life run far.rle -n 20 --view \(view) -q --to gray --scale 1 | cksum
      life run glider -n 20 --view -2,-2,12x12 -q --to gray --scale 1 | cksum
      life run far.rle -n 20 -q --to gray --scale 1 | cksum
      life run glider -n 20 -q --to gray --scale 1 | cksum
      life run glider -n 3 --view 1000000000000,5,4x4 -q --to gray --scale 1 | tr -d '0' | wc -c
      """)
    let lines = text.split(separator: "\n")
    try #require(lines.count > 3)
    #expect(lines[0] == lines[1])
    #expect(lines[2] == lines[3])
    #expect(lines[4] == "0")
  }

  @Test func `views at the largest coordinates are drawn or refused`() async throws {
    let least = "-9223372036854775808"
    let beyond = "9223372036854775808"
    _ = try await session("life run glider -n 4 -o a.gif --track \(least),0/1", exits: 64)
    _ = try await session("life run glider -n 4 -o a.gif --track 0,0/\(least)", exits: 64)
    let text = try await session(
      """
      for words in '-e bytes' '-r WireWorld' '-e reference' '-e bitmap' '-e tiles'; do
        life run glider -n 4 $words --view 99,99,10x10 -q --to pgm --scale 1 > nothing
        life run glider -n 4 $words --view \(least),0,10x10 -q --to pgm --scale 1 | cmp - nothing
        life run glider -n 4 $words --view 0,\(least),10x10 -q --to pgm --scale 1 | cmp - nothing
      done
      life run glider -n 4 -r WireWorld --view 99,99,20x20 --scale 1/2 -q --to pgm > nothing
      life run glider -n 4 -r WireWorld --view \(beyond),-4611686018427387902,20x20 \
        --scale 1/2 -q --to pgm | cmp - nothing; echo $?
      """)
    #expect(text == "0\n")
  }

  @Test(.takesLong) func `the largest views are drawn in every format`() async throws {
    let largest = "1152921504606846976"
    let text = try await session(
      """
      life run gosper-gun -n 2^60 -o g.mc -q
      for form in sixel blocks braille ansi kitty; do
        life show glider --view 0,0,\(largest)x\(largest) --as $form > a || echo $?
        test -s a || echo none
        life show g.mc --as $form > a || echo $?
        test -s a || echo none
      done
      life run g.mc -n 4 --view auto --to ansi -q > a || echo $?
      life run gosper-gun -n 2^75 --every 2^66 --view auto --to gray -q > /dev/null || echo $?
      printf 'x = 3, y = 1\\n3o1125899906842624b3o!\\n' > apart.rle
      life run apart.rle -n 2 -e hashlife -q --to gray --scale 1 > want
      for engine in reference bytes tiles; do
        life run apart.rle -n 2 -e $engine -q --to gray --scale 1 | cmp - want || echo $engine
      done
      """)
    #expect(text.isEmpty)
  }

  @Test(.takesLong) func `a tracked spaceship has a fixed place in the view`() async throws {
    let text = try await session(
      """
      life run glider -n 40 --every 4 --track 1,1/4 -q --scale 1 -o 'a-%02d.pgm'; cksum < a-00.pgm
      cat a-*.pgm | cksum; for i in \((0...10).map(String.init).joined(separator: " ")); do
        cat a-00.pgm >> all
      done; cksum < all
      life run glider -n 40 --every 4 --track auto -q --scale 1 -o 'b-%02d.pgm'; cat b-*.pgm | cksum
      """)
    let lines = text.split(separator: "\n")
    try #require(lines.count > 3)
    #expect(lines[1] == lines[2] && lines[2] == lines[3])
    let rake = "life run backrake-2 -n 24 --every 12 --view 0,0,9x9 -q --scale 1 --to pgm --track"
    let tracked = try await Shell().session("\(rake) auto").output
    #expect(try await Shell().session("\(rake)=0,-6/12").output == tracked && !tracked.isEmpty)
    _ = try await session("life run block -n 4 --track auto --to pgm --scale 1 -q", exits: 65)
    _ = try await session("life run r-pentomino -n 4 --track auto --to pgm --scale 1 -q", exits: 65)
  }

  @Test(.takesLong) func `quadtrees and rows have the same shades`() async throws {
    let run = "life run r-pentomino -n 300 --every 100 --view -77,-63,200x155 -q --to gray"
    let text = try await session(
      """
      for scale in 1/2 1/3 1/7 1/16 1/100; do
        \(["hashlife", "bitmap", "reference"].map { "\(run) --scale $scale --engine \($0) | cksum" }
          .joined(separator: "; "))
      done
      """)
    let lines = text.split(separator: "\n").map(String.init)
    for row in 0..<5 {
      #expect(Set(lines[row * 3..<row * 3 + 3]).count == 1)
    }
    #expect(Set(lines).count == 5)
  }

  @Test func `the view of --view auto keeps its size and shows all live cells`() async throws {
    let text = try await session(
      """
      life run glider -n 400 --every 40 --view auto --theme plain -q --to gray | wc -c
      life run glider -n 400 --every 400 --view auto --theme plain -q --to gray \
        | tail -c 691200 | tr -d '\\0' | wc -c
      """)
    // Eleven frames of 960 × 720, five cells of 32 × 32 pixels in the last.
    #expect(text == "7603200\n5120\n")
  }

  @Test func `the view of --view auto shows the same places with ages when it zooms out`()
    async throws
  {
    let text = try await session(
      """
      for theme in plain heat; do
        life run acorn -n 1000 --view auto --size 64x64 --theme $theme --background black \
          -q --to gray | LC_ALL=C tr -c '\\0' o | cksum
      done
      """)
    let sums = text.split(separator: "\n")
    #expect(sums.count == 2 && sums[0] == sums[1], "\(text)")
  }

  @Test func `an empty universe and a single cell are drawn in every format`() async throws {
    let text = try await session(
      """
      printf 'x = 1, y = 1\no!\n' > one.rle
      for kind in ppm pgm pbm pam y4m rgb24 gray png apng gif svg html ansi blocks braille; do
        life run one.rle -n 3 --to $kind -q > x.$kind || echo $kind
        test -s x.$kind || echo empty $kind
      done
      """)
    #expect(text.isEmpty)
  }

  @Test func `plots contain their curves and titles`() async throws {
    let text = try await session(
      """
      life run r-pentomino -n 300 --plot p.svg -q; grep -c polyline p.svg; grep -o '>births<' p.svg
      echo 'bo$2bo$3o!' > '<\u{301}&.rle'
      life run '<\u{301}&.rle' -n 9 --plot q.svg -q; grep -c "&lt;.*&amp;, B3" q.svg
      life run r-pentomino -n 300 --plot p.png -o end.rle -q; head -c 8 p.png | od -An -tx1
      life info end.rle --json | grep -o '"generation":300'
      """)
    #expect(text.hasSuffix(">births<\n1\n 89 50 4e 47 0d 0a 1a 0a\n\"generation\":300\n"))
  }

  @Test func `a plot may have a title and only some curves`() async throws {
    let text = try await session(
      """
      life run r-pentomino -n 30 --plot p.svg -q --title Growth --columns population,births
      life run glider blinker -n 30 --plot q.svg -q --title Two --columns deaths
      grep -oh '>[A-Za-z][-a-z]*<' p.svg q.svg
      """)
    let words = ["Growth", "population", "births", "generation"]
    let ofTwo = ["Two", "Glider", "Blinker", "deaths", "generation"]
    #expect(text == (words + ofTwo).map { ">\($0)<\n" }.joined())
  }

  @Test(arguments: ["acorn", "acorn glider"])
  func `a plot has the size of --size`(names: String) async throws {
    let text = try await session(
      """
      life run \(names) -n 30 --plot p.svg --size 720p -q
      grep -c 'width="1280" height="720" viewBox' p.svg
      """)
    #expect(text == "1\n")
  }

  @Test(.runsProgram) func `ffmpeg ends when life is terminated`() throws {
    let text = try run(
      """
      printf '#!/bin/sh\\nsleep 1\\nfor name; do :; done\\n: > "${name#file:}"\\n' > ffmpeg
      chmod +x ffmpeg
      PATH=$PWD:$PATH life run acorn -n 2^40 --every 1 -o a.mp4 -q & pid=$!
      sleep 0.2; kill -TERM $pid; sleep 0.4; kill -TERM $pid; wait $pid; echo $?
      sleep 0.8; ls -A | grep -c part
      """, exits: 1)
    #expect(text == "143\n0\n")
  }

  @Test(.runsProgram, .enabled(if: !Effort.isSanitized))
  func `memory does not grow with the length of an animation`() throws {
    let text = try run(
      """
      mkfifo pipe
      (sleep 0.3; cat) < pipe > /dev/null &
      life run gosper-gun -n 600 --view -900,-500,1920x1080 --to ppm -q > pipe & pid=$!
      sleep 0.2; ps -o rss= -p $pid; wait
      """)
    #expect(Int(text.split(separator: "\n")[0].trimmingCharacters(in: .whitespaces))! < 60_000)
  }
}
