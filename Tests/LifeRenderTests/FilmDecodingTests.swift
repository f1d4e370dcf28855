import Foundation
import LifeRender
import TestSupport
import Testing

/// Films as independent decoders see them.
@Suite struct FilmDecodingTests {
  static let scenes = (0..<5).map { Scene(width: 131, height: 7, seed: $0) }

  /// The pixels of all frames, as ffmpeg reads them.
  private func decoded(
    _ bytes: [UInt8], _ input: String, pixelFormat: String = "rgb24"
  ) throws -> [UInt8] {
    try inShell(bytes) { shell in
      try shell.run(
        "ffmpeg -v error -nostdin \(input) -i film -f rawvideo -pix_fmt \(pixelFormat) "
          + "-fps_mode passthrough -")
    }
  }

  /// What a command makes of the file `film`.
  private func inShell(_ bytes: [UInt8], _ body: (Shell) throws -> Shell.Result) throws -> [UInt8] {
    let shell = try Shell()
    defer { shell.remove() }
    try Data(bytes).write(to: shell.folder.appending(path: "film"))
    let result = try body(shell)
    #expect(result.status == 0, "\(result.errors)")
    return Array(result.output)
  }

  @Test(.enabled(if: Shell.has("ffmpeg"), "ffmpeg is not installed"), arguments: [1, 3])
  func `ffmpeg reads every frame and pixel`(scale: Int) throws {
    let expected = Self.scenes.flatMap { $0.rgb(scale: scale) }
    let size = "-video_size \(131 * scale)x\(7 * scale)"
    let inputs: [(FilmKind, String)] = [
      (.ppm, "-f image2pipe -c:v ppm"), (.pam, "-f image2pipe -c:v pam"),
      (.pgm, "-f image2pipe -c:v pgm"), (.png, "-f image2pipe -c:v png"), (.y4m, "-f yuv4mpegpipe"),
      (.rgb24, "-f rawvideo -pix_fmt rgb24 \(size)"), (.gray, "-f rawvideo -pix_fmt gray \(size)"),
      (.gif, "-f gif"), (.apng, "-f apng"),
    ]
    for (kind, input) in inputs {
      let bytes = try film(of: Self.scenes, kind, scale: scale)
      #expect(try decoded(bytes, input) == expected, "\(kind)")
    }
    let bits = try film(of: Self.scenes, .pbm, scale: scale)
    let paper = Self.scenes.flatMap { $0.rgb(scale: scale, [.white, .black]) }
    #expect(try decoded(bits, "-f image2pipe -c:v pbm") == paper)
  }

  @Test(.enabled(if: Shell.has("ffmpeg"), "ffmpeg is not installed"), arguments: [3, 17, 255])
  func `ffmpeg reads films of many colours`(states: Int) throws {
    let colors = StateColors.fading(states)
    let scenes = (0..<4).map { Scene(width: 65, height: 33, states: states, seed: $0) }
    let expected = scenes.flatMap { $0.rgb(scale: 2, colors) }
    for kind in [FilmKind.gif, .apng, .png] {
      let bytes = try film(of: scenes, kind, scale: 2, states: states, colors: colors)
      let input = kind == .png ? "-f image2pipe -c:v png" : "-f \(kind)"
      #expect(try decoded(bytes, input) == expected, "\(kind)")
    }
    for chroma in [Chroma.full, .quarter] {
      let bytes = try film(of: scenes, .y4m, scale: 2, states: states, colors: colors) {
        $0.chroma = chroma
      }
      let pixels = try decoded(bytes, "-f yuv4mpegpipe")
      #expect(pixels.count == expected.count)
      // Video has fewer levels than screens.
      let error = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max()!
      #expect(error <= 6, "\(chroma)")
    }
  }

  @Test(.enabled(if: Shell.has("pamfile"), "netpbm is not installed"))
  func `netpbm counts the pictures of a film`() throws {
    let kinds: [(FilmKind, String)] = [
      (.ppm, "PPM raw, 262 by 14  maxval 255"), (.pbm, "PBM raw, 262 by 14"),
      (.pgm, "PGM raw, 262 by 14  maxval 255"),
      (.pam, "PAM, 262 by 14 by 3 maxval 255\n    Tuple type: RGB"),
    ]
    for (kind, description) in kinds {
      let text = try inShell(film(of: Self.scenes, kind, scale: 2)) {
        try $0.run("pamfile -allimages film")
      }
      let found = String(decoding: text, as: UTF8.self)
      #expect(found.components(separatedBy: description).count == Self.scenes.count + 1, "\(kind)")
    }
  }

  @Test(.enabled(if: Shell.has("pngtopnm"), "netpbm is not installed"), arguments: [2, 3, 5, 40])
  func `netpbm reads pictures of every depth`(states: Int) throws {
    let colors = states == 2 ? StateColors.twoStates : StateColors.fading(states)
    for width in [1, 2, 3, 5, 8, 9, 130] {
      let scene = Scene(width: width, height: 3, states: states, seed: 4)
      let bytes = try film(of: [scene], .png, states: states, colors: colors)
      let pixels = try inShell(bytes) { try $0.run("pngtopnm film | pnmtopnm -plain | ppmtoppm") }
      #expect(pixels == scene.picture(.ppm, scale: 1, colors), "\(width)")
    }
  }

  @Test(.enabled(if: Shell.has("gifsicle"), "gifsicle is not installed"))
  func `gifsicle finds a film that loops, with small pictures where little changes`() throws {
    var scenes = [Scene(width: 40, height: 30, seed: 1)]
    for step in 0..<3 {
      scenes.append(scenes[step])
      scenes[step + 1].cells[10 + step][20] ^= 1
    }
    scenes.append(scenes[3])
    let text = try inShell(film(of: scenes, .gif)) { try $0.run("gifsicle --info film") }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(lines.contains("loop forever"))
    #expect(
      lines.filter { $0.hasPrefix("+ image") }.map { $0.dropFirst(8) } == [
        "#0 40x30", "#1 1x1 at 20,10 transparent 2", "#2 1x1 at 20,11 transparent 2",
        "#3 1x1 at 20,12 transparent 2", "#4 1x1 transparent 2",
      ])
  }

  @Test(.enabled(if: Shell.has("convert"), "ImageMagick is not installed"))
  func `ImageMagick reads what it should`() throws {
    for kind in [FilmKind.gif, .png, .ppm, .pbm, .pam] {
      let bytes = try film(of: [Self.scenes[0]], kind, scale: 2)
      let pixels = try inShell(bytes) {
        try $0.run("convert \(kind == .png ? "png" : kind.name):film -depth 8 rgb:-")
      }
      let colors = kind == .pbm ? [Color.white, .black] : StateColors.twoStates
      #expect(pixels == Self.scenes[0].rgb(scale: 2, colors), "\(kind)")
    }
  }

  @Test(.enabled(if: Shell.has("rsvg-convert") && Shell.has("convert"), "librsvg is not installed"))
  func `a drawing has the same pixels`() throws {
    let bytes = try film(of: [Self.scenes[1]], .svg, scale: 4)
    let pixels = try inShell(bytes) {
      try $0.run("rsvg-convert film -o x.png && convert x.png -alpha off -depth 8 rgb:-")
    }
    #expect(pixels == Self.scenes[1].rgb(scale: 4))
  }
}
