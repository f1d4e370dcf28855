import Foundation
import LifeRender
import TestSupport
import Testing

/// Files decoded by ffmpeg, netpbm, gifsicle, ImageMagick and librsvg.
@Suite struct ImageDecodingTests {
  static let scenes = (0..<5).map { Scene(width: 131, height: 7, seed: $0) }

  /// The pixels of all frames, decoded by ffmpeg.
  private func decoded(
    _ bytes: [UInt8], as input: String, pixelFormat: String = "rgb24"
  ) throws -> [UInt8] {
    try inShell(bytes) { shell in
      try shell.run(
        "ffmpeg -v error -nostdin \(input) -i input -f rawvideo -pix_fmt \(pixelFormat) "
          + "-fps_mode passthrough -")
    }
  }

  /// The output of a command reading the file `input`.
  private func inShell(_ bytes: [UInt8], _ body: (Shell) throws -> Shell.Result) throws -> [UInt8] {
    let shell = try Shell()
    try Data(bytes).write(to: shell.folder.appending(path: "input"))
    let result = try body(shell)
    #expect(result.status == 0, "\(result.errors)")
    return Array(result.output)
  }

  @Test(.takesLong, .needs(.ffmpeg), arguments: [1, 3])
  func `ffmpeg decodes every frame and pixel`(scale: Int) throws {
    let expected = Self.scenes.flatMap { $0.rgb(scale: scale) }
    let size = "-video_size \(131 * scale)x\(7 * scale)"
    let inputs: [(ImageFormat, String)] = [
      (.ppm, "-f image2pipe -c:v ppm"), (.pam, "-f image2pipe -c:v pam"),
      (.pgm, "-f image2pipe -c:v pgm"), (.png, "-f image2pipe -c:v png"), (.y4m, "-f yuv4mpegpipe"),
      (.rgb24, "-f rawvideo -pix_fmt rgb24 \(size)"), (.gray, "-f rawvideo -pix_fmt gray \(size)"),
      (.gif, "-f gif"), (.apng, "-f apng"),
    ]
    for (format, input) in inputs {
      let bytes = try encoded(of: Self.scenes, as: format, scale: scale)
      #expect(try decoded(bytes, as: input) == expected, "\(format)")
    }
    let bits = try encoded(of: Self.scenes, as: .pbm, scale: scale)
    let paper = Self.scenes.flatMap { $0.rgb(scale: scale, [.white, .black]) }
    #expect(try decoded(bits, as: "-f image2pipe -c:v pbm") == paper)
  }

  @Test(.takesLong, .needs(.ffmpeg), arguments: [3, 17, 255])
  func `ffmpeg decodes animations of many colors`(states: Int) throws {
    let colors = StateColors.fading(states)
    let scenes = (0..<4).map { Scene(width: 65, height: 33, states: states, seed: $0) }
    let expected = scenes.flatMap { $0.rgb(scale: 2, colors) }
    for format in [ImageFormat.gif, .apng, .png] {
      let bytes = try encoded(of: scenes, as: format, scale: 2, states: states, colors: colors)
      let input = format == .png ? "-f image2pipe -c:v png" : "-f \(format)"
      #expect(try decoded(bytes, as: input) == expected, "\(format)")
    }
    let bytes = try encoded(of: scenes, as: .y4m, scale: 2, states: states, colors: colors)
    let pixels = try decoded(bytes, as: "-f yuv4mpegpipe")
    #expect(pixels.count == expected.count)
    // Limited-range Y′CbCr has fewer levels than RGB.
    let error = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max()!
    #expect(error <= 6)
  }

  @Test(.needs(.netpbm), arguments: [2, 3, 5, 40])
  func `netpbm decodes PNG images of every bit depth`(states: Int) throws {
    let colors = states == 2 ? StateColors.twoStates : StateColors.fading(states)
    for width in [1, 2, 3, 5, 8, 9, 130] {
      let scene = Scene(width: width, height: 3, states: states, seed: 4)
      let bytes = try encoded(of: [scene], as: .png, states: states, colors: colors)
      let pixels = try inShell(bytes) { try $0.run("pngtopnm input | pnmtopnm -plain | ppmtoppm") }
      #expect(pixels == scene.image(as: .ppm, scale: 1, colors: colors), "\(width)")
    }
  }

  @Test(.needs(.gifsicle))
  func `gifsicle reports a loop and small frames where little changes`() throws {
    var scenes = [Scene(width: 40, height: 30, seed: 1)]
    for step in 0..<3 {
      scenes.append(scenes[step])
      scenes[step + 1].cells[10 + step][20] ^= 1
    }
    scenes.append(scenes[3])
    let text = try inShell(encoded(of: scenes, as: .gif)) { try $0.run("gifsicle --info input") }
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

  @Test(.needs(.librsvg, .imageMagick))
  func `librsvg renders SVG to the pixels of PPM`() throws {
    let bytes = try encoded(of: [Self.scenes[1]], as: .svg, scale: 4)
    let pixels = try inShell(bytes) {
      try $0.run("rsvg-convert input -o x.png && convert x.png -alpha off -depth 8 rgb:-")
    }
    #expect(pixels == Self.scenes[1].rgb(scale: 4))
  }
}
