/// The ffmpeg command line for encoding a video file from raw pixels on standard input.
///
/// - SeeAlso: <https://ffmpeg.org/ffmpeg.html>
package enum FFmpegCommand {
  package static let program = "ffmpeg"

  /// The arguments after the program name.
  ///
  /// Colors are converted with BT.709, the matrix of HD video. Codecs with 4:2:0 chroma require
  /// even sizes, so odd ones are padded by a row or column of background.
  ///
  /// - Parameters:
  ///   - output: the output as an ffmpeg URL, for example `file:gun.mp4` or `pipe:1`.
  ///   - isPipe: whether the output cannot seek.
  package static func arguments(
    _ format: ImageFormat, properties: ImageProperties, output: [UInt8], isPipe: Bool
  ) -> [[UInt8]] {
    let background = properties.palette[0].description.dropFirst()
    let even = "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0x\(background)"
    let input = [
      // If a reader such as `head` closes the pipe early, ffmpeg must not print an error.
      "-v", isPipe ? "fatal" : "error", "-nostdin", "-y", "-f", "rawvideo",
      "-pix_fmt", properties.palette.isGray ? "gray" : "rgb24",
      "-video_size", "\(properties.width)x\(properties.height)", "-framerate", "\(properties.rate)",
      "-i", "pipe:0",
    ]
    let colors = [
      // With the default rounding, gray becomes slightly green.
      "-vf", "\(even),scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd",
      "-pix_fmt", "yuv420p",
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
      "-color_range", "tv",
    ]
    // Otherwise Matroska contains a random identifier and the encoder's version.
    let exact = ["-fflags", "+bitexact", "-flags:v", "+bitexact"]
    let words = input + colors + codec(format) + exact + container(format, isPipe: isPipe)
    return words.map { Array($0.utf8) } + [output]
  }

  private static func codec(_ format: ImageFormat) -> [String] {
    format == .webm
      ? ["-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4"]
      : ["-c:v", "libx264", "-crf", "16"]
  }

  private static func container(_ format: ImageFormat, isPipe: Bool) -> [String] {
    switch format {
    case .mp4, .mov:
      // Put the index at the start of the file, for streaming. This needs a seek, so a pipe gets a
      // fragmented file instead.
      ["-movflags", isPipe ? "frag_keyframe+empty_moov" : "faststart", "-f", format.rawValue]
    case .mkv: ["-f", "matroska"]
    default: ["-f", format.rawValue]
    }
  }
}
