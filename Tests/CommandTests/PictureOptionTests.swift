import TestSupport
import Testing

/// Options for text and grids in images, and for the frames of animations.
@Suite(.needsOptimization) struct PictureOptionTests {
  private static let frames = "ffprobe -v error -count_frames -of csv=p=0 -show_entries"

  @Test(.takesLong, .needs(.ffmpeg), arguments: ["mp4", "mov", "mkv", "webm"])
  func `a video is the same from run to run`(format: String) async throws {
    _ = try await session(
      """
      for name in a b; do life run acorn -n 9 --scale 4 -o $name.\(format) -q; sleep 1.1; done
      cmp a.\(format) b.\(format)
      """)
  }

  @Test(.takesLong, .needs(.ffmpeg, .ffprobe), arguments: ["gif", "apng", "mp4"])
  func `--start leaves out the frames before a generation`(format: String) async throws {
    let run = "life run glider -n 30 --view -4,-4,40x40 --scale 4 --theme trails -q"
    let text = try await printed(
      """
      \(run) -o all.\(format); \(run) --start 10 -o late.\(format)
      for file in all late; do
        \(Self.frames) stream=nb_read_frames $file.\(format)
        ffmpeg -v error -i $file.\(format) -pix_fmt rgb24 -f rawvideo $file.rgb
      done
      [ \(format) = mp4 ] || tail -c $(wc -c < late.rgb) all.rgb | cmp - late.rgb
      """)
    #expect(text == "31\n21\n")
  }

  @Test(.takesLong, .needs(.ffmpeg, .ffprobe), arguments: ["gif", "apng", "mp4"])
  func `--hold repeats the first and the last frame`(format: String) async throws {
    let text = try await printed(
      """
      life run glider -n 5 --fps 10 --hold 0.7s -q -o x.\(format)
      \(Self.frames) stream=nb_read_frames x.\(format)
      ffmpeg -v error -i x.\(format) -f framemd5 - | grep -v '#' | awk '{ print $NF }' | uniq -c \\
        | awk '{ print $1 }' | tr '\\n' ' '
      """)
    #expect(text == "20\n8 1 1 1 1 8 ")
  }

  /// Whether a run warns about flashes. Its page, if it writes one, must say the same.
  private func isFlashing(_ run: String) async throws -> Bool {
    let shell = try Shell()
    let result = try await shell.session(run)
    #expect(result.status == 0, "\(result.errors)")
    let isFlashing = result.errors.contains("flashes more than three times")
    if run.hasSuffix(".html") {
      let page = try String(contentsOf: shell.folder.appending(path: "x.html"), encoding: .utf8)
      #expect(page.contains(#"isFlashing":true"#) == isFlashing)
    }
    return isFlashing
  }

  @Test(.takesLong) func `large flashes are reported`() async throws {
    let flashing = "life run 3bo! --rule B012345678/S:T9,9"
    for (run, file) in [
      (flashing, "-n 30 -o x.gif"), (flashing, "-n 30 -o x.html"), (flashing, "--loop -o x.apng"),
      ("\(flashing) o!", "-n 30 -o x.gif"),
    ] { #expect(try await isFlashing("\(run) \(file)"), "\(run) \(file)") }
    for run in [
      "\(flashing) -n 30 -o x.gif --every 2", "\(flashing) -n 30 -o x.gif --fps 6",
      "\(flashing) -n 30 -o x-%d.png", "life run gosper-gun -n 60 -o x.html",
    ] { #expect(try await !isFlashing(run), "\(run)") }
  }

  @Test(.takesLong) func `images without live cells are reported`() async throws {
    for (words, isBlank) in [
      ("glider -n 30 --start 20 --track 1,1/4 --view 45,45,15x15 -o x.gif", true),
      ("glider -n 4 --view 45,45,15x15 -o x.html", true),
      ("glider block -n 4 --view 9,9,5x5 -o x.gif", true),
      ("glider -n 4 --view 45,45,15x15 -o x.png", true), ("glider -n 4 -o x.png", false),
      ("glider -n 4 -o x.gif", false), ("glider -n 4 --view 45,45,15x15 -o x-%d.png", false),
    ] {
      let result = try await Shell().session("life run \(words)")
      let errors = result.errors
      #expect(result.status == 0, "\(errors)")
      #expect(
        errors.contains(#/no frame of 'x.* a live|x.png' shows no live/#) == isBlank, "\(words)")
    }
  }

  @Test(.takesLong, .needs(.ffmpeg))
  func `a transparent background shows what is behind the image`() async throws {
    let text = try await printed(
      """
      for format in png apng gif; do
        life run block -n 1 --background transparent -q -o x.$format
        ffmpeg -v error -i x.$format -frames:v 1 -pix_fmt rgba -f rawvideo -y pixels
        od -An -tu1 -N4 -v pixels
      done
      life run block -n 0 --background '#ff000080' -q -o x.png
      ffmpeg -v error -i x.png -pix_fmt rgba -f rawvideo -y pixels; od -An -tu1 -N4 -v pixels
      life run block -n 0 --background '#f008' -q -o x.svg
      grep -o 'fill="#ff0000" fill-op[^/]*' x.svg
      """)
    let pixels = text.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init).joined(separator: ",")
    }
    #expect(pixels.prefix(3).allSatisfy { $0.hasSuffix(",0") }, "\(text)")
    #expect(pixels[3] == "255,0,0,128")
    #expect(pixels[4].hasPrefix("fill=\"#ff0000\",fill-opacity=\"0.53"))
  }

  /// A GIF has no half transparent colors.
  @Test(.takesLong, .needs(.ffmpeg))
  func `the trail of a theme fades into a transparent background`() async throws {
    let text = try await printed(
      """
      for format in png gif; do
        life run glider -n 40 --theme fire --background transparent --scale 1 -q -o x.$format
        ffmpeg -v error -i x.$format -vf format=rgba,alphaextract -f rawvideo -y pixels
        od -An -v -tu1 -w1 pixels | sort -u | wc -l
      done
      life run glider -n 40 --theme fire --background transparent -q -o x.svg
      grep -c fill-opacity x.svg
      """)
    let counts = text.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
    #expect(counts.count == 3 && counts[0] > 9 && counts[1] == 2 && counts[2] > 9, "\(text)")
  }

  /// If the frames of a GIF cannot make pixels transparent again, the GIF shows all cells that were
  /// ever alive.
  @Test(.needs(.ffmpeg))
  func `cells that die leave a transparent animation`() async throws {
    let alphas = try await Shell().session(
      """
      life run blinker -n 1 --background transparent --theme plain -q -o x.gif
      ffmpeg -v error -i x.gif -fps_mode passthrough -vf format=rgba,alphaextract -f rawvideo -
      """
    ).output
    for frame in [alphas.prefix(alphas.count / 2), alphas.suffix(alphas.count / 2)] {
      #expect(frame.count { $0 != 0 } == 768)
    }
  }

  @Test(
    .takesLong,
    arguments: [
      ("480p", "854,480"), ("720p", "1280,720"), ("1080P", "1920,1080"), ("1440p", "2560,1440"),
      ("4k", "3840,2160"),
    ])
  func `the names of video sizes are sizes`(name: String, size: String) async throws {
    let text = try await printed(
      """
      life run glider -n 0 --size \(name) --title Glider --label --legend -q -o x.pgm
      head -2 x.pgm | tail -1 | tr ' ' ,
      """)
    #expect(text == size + "\n")
  }

  /// A margin, or a strip for the text, does not make small cells much smaller.
  @Test(
    .takesLong,
    arguments: [
      (
        "soup --size 1920x1080", "--size 1080p", "1920 × 1080 cells at (0, 0), scale 1, 1920 × 1080"
      ),
      ("soup --size 300x200", "--size 640x480 --label", "320 × 224 cells at (-10, -12), scale 2"),
      (
        "soup --size 640x360 --rule B3/S23:T640,360", "--size 640x360 --label",
        "640 × 360 cells at (-320, -180), scale 1, 640 × 360"
      ),
      ("soup --size 20", "--size 1080p", "scale 45, 1920 × 1080"),
    ])
  func `cells are as large as they fit into a size`(
    soup: String, options: String, view: String
  ) async throws {
    let text = try await printed(
      "life \(soup) --seed a > s.rle; life run s.rle -n 0 \(options) -o x.png "
        + "--dry-run | grep '^view'")
    #expect(text.contains(view), "\(text)")
  }

  /// Text over the cells hides only the cells under it.
  @Test(.needs(.netpbm)) func `text stands over small cells that fill the image`() async throws {
    let text = try await printed(
      """
      life soup --size 640x360 --rule B3/S23:T640,360 --seed a > s.rle
      life run s.rle -n 3 --size 640x360 -q -o plain.ppm
      life run s.rle -n 3 --size 640x360 --label -q -o label.ppm
      for name in plain label; do
        pnmcut -top 40 $name.ppm | cksum; pnmcut -height 8 $name.ppm | cksum
      done
      """)
    let lines = text.split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[0] == lines[2])
    #expect(lines[1] != lines[3])
  }

  @Test func `a title says what has no drawing`() async throws {
    let text = try await printed(
      "life run glider -n 0 --title 'a — b – α' -o x.png 2>&1 | grep -c \"'α' of the text cannot\"")
    #expect(text == "1\n")
  }

  @Test(.takesLong) func `colors that need every generation of a long run are reported`()
    async throws
  {
    let text = try await printed(
      """
      for options in '500000 --every 5000 --view auto --theme fire' \
        '500000 --every 5000 --view auto --age' '500000 --every 5000' \
        '5000 --every 500 --theme fire'; do
        life run acorn -n $options -o x.gif --dry-run 2>&1 | grep -o -e '--.* draws all gen'
      done; true
      """)
    #expect(text == "--theme fire draws all gen\n--age draws all gen\n")
  }

  @Test func `a view outside of a bounded universe is reported`() async throws {
    let text = try await printed(
      """
      for view in 0,0,64x64 -32,-32,64x64 90,0,9x9; do
        life run glider -n 0 --rule B3/S23:T64,64 --view $view -o x.svg 2>&1 |
          grep -o '[a-z]* of the view .*'
      done
      life run glider -n 40 --universe T20 --track=-1,0/2 -o x.gif 2>&1 | grep -o 'the moving .*'
      """)
    #expect(
      text == """
        part of the view 0,0,64x64 is outside of the universe T64,64, which is -32,-32,64x64
        all of the view 90,0,9x9 is outside of the universe T64,64, which is -32,-32,64x64
        the moving view is outside of the universe T20,20 at the end

        """)
  }

  @Test(arguments: ["glider", "glider block"])
  func `a dry run prints the frames that the run writes`(names: String) async throws {
    let text = try await printed(
      """
      for options in --dry-run ''; do
        life run \(names) -n 20 --title A --label --hold 1s -o x.gif $options 2>&1 |
          grep -o '[0-9]* frames.* of video'
      done
      """)
    let lines = text.split(separator: "\n")
    #expect(lines.count > 1 && Set(lines).count == 1 && text.hasPrefix("81 frames"), "\(text)")
  }

  @Test func `-n is the limit of a condition`() async throws {
    let text = try await session("life run gosper-gun --until stable -n 60 --to csv -q | tail -1")
    #expect(text.hasPrefix("60,"))
    _ = try await session("life run glider --until stable -n 0", exits: 64)
  }
}

/// Several patterns in one image or animation.
@Suite(.needsOptimization) struct GridCommandTests {
  @Test func `--columns is the number of columns of the parts`() async throws {
    let text = try await printed(
      "life run glider block -n 0 --columns 1 -o x.png 2>&1 | grep -o '[0-9]* × [0-9]*' | tail -1")
    #expect(text == "496 × 744\n")
  }

  @Test func `the title of a picture of several patterns says what has no drawing`() async throws {
    let text = try await printed(
      """
      for file in x.png x.svg; do
        life run glider block -n 0 --title 'α' -o $file 2>&1 | grep -c \"'α' of the text cannot\"
      done; true
      """)
    #expect(text == "1\n0\n")
  }

  @Test(.takesLong, .needs(.ffmpeg), arguments: ["", "--theme fire --every 7", "--age"])
  func `each part has the pixels of the image of its pattern`(options: String) async throws {
    let text = try await printed(
      """
      life run glider pulsar -n 20 \(options) --label -q -o grid.gif
      ffmpeg -v error -i grid.gif -vf crop=480:360:8:8 -pix_fmt rgb24 -f rawvideo Glider.part
      ffmpeg -v error -i grid.gif -vf crop=480:360:496:8 -pix_fmt rgb24 -f rawvideo Pulsar.part
      for name in Glider Pulsar; do
        life run $name -n 20 \(options) --label --title $name --size 480x360 -q -o $name.gif
        ffmpeg -v error -i $name.gif -pix_fmt rgb24 -f rawvideo $name.rgb
        cmp $name.rgb $name.part && echo same
      done
      """)
    #expect(text == "same\nsame\n")
  }

  /// The cells of one part are large enough for lines.
  @Test(.takesLong) func `all parts have grid lines or none has`() async throws {
    let text = try await printed(
      """
      life run rule-30 rule-110 -n 60 --grid -o x.ppm 2>&1 | grep -c 'no grid lines'
      life run rule-30 rule-110 -n 60 -q -o y.ppm; cmp x.ppm y.ppm && echo same
      """)
    #expect(text == "1\nsame\n")
  }

  @Test func `patterns of different rules keep their colors and names`() async throws {
    let text = try await printed(
      """
      printf 'x = 2, y = 1, rule = 23/3/4\\nABC!\\n' > gen.rle
      life run glider gen.rle -n 0 -o x.svg -q
      grep -o '>[A-Za-z]*</text>' x.svg; grep -c '<path fill="#' x.svg
      """)
    #expect(text == ">Glider</text>\n>gen</text>\n4\n")
  }

  @Test(.takesLong) func `a run that is complete waits for the others`() async throws {
    let result = try await Shell().session(
      """
      life run block r-pentomino --until stable -o x.y4m
      head -c 100 x.y4m | head -1 | cut -d' ' -f2,3; tr -d '\\0' < x.y4m | grep -ac FRAME
      """)
    #expect(result.text == "W984 H376\n1104\n")
    #expect(result.errors.contains("r-pentomino: stable after 1103 generations"))
  }

  @Test func `a dry run prints the plan of each pattern`() async throws {
    let text = try await printed("life run glider pulsar -n 20 -o x.gif --dry-run; ls")
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("read ") }.count == 2)
    #expect(text.contains("480 × 328 pixels") && !text.hasSuffix("x.gif\n"))
  }

  @Test(arguments: [
    ("rule-30 rule-110 -n 63 --scale 8 --view fit", "scale 8, 1064 × 560 pixels"),
    ("glider pulsar -n 4 --view 0,0,20x10", "20 × 10 cells at (0, 0), scale 24, 480 × 240 pixels"),
  ])
  func `parts are as large as the chosen scale or view requires`(
    options: String, size: String
  ) async throws {
    let text = try await printed("life run \(options) -o x.gif --dry-run")
    #expect(text.split(separator: "\n").filter { $0.contains(size) }.count == 2, "\(text)")
  }

  @Test(.takesLong) func `a size is that of the whole image, for any number of patterns`()
    async throws
  {
    let text = try await printed(
      """
      for patterns in \([2, 3, 7, 12].map { "'\(String(repeating: " o!", count: $0))'" }
        .joined(separator: " ")); do
        life run $patterns -n 0 --size 701x503 --label --title A --legend -q -o x.pgm
        head -2 x.pgm | tail -1
      done
      """)
    #expect(text == String(repeating: "701 503\n", count: 4))
  }

  @Test func `an animation ended by a limit is complete`() async throws {
    let result = try await Shell().session(
      "life run glider pulsar -n 1000 --max-frames 5 -o x.y4m; tr -d '\\0' < x.y4m "
        + "| grep -ac FRAME"
    )
    #expect(result.text == "5\n" && result.errors.contains("limit of frames reached"))
  }
}
