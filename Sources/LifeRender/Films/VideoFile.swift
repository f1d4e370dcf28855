package import LifeIO

/// A video file, made by the user's ffmpeg from bare pixels.
package enum VideoFile {
  package static let program = "ffmpeg"

  /// The words after the program's name.
  ///
  /// The colours are those of high-definition video; odd sizes, which the codecs do not have, grow
  /// by a line of background.
  package static func arguments(
    _ kind: FilmKind, _ film: FilmFormat, output: [UInt8], isPipe: Bool
  ) -> [[UInt8]] {
    let background = film.palette[0].description.dropFirst()
    let even = "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0x\(background)"
    let input = [
      "-v", "error", "-nostdin", "-y", "-f", "rawvideo",
      "-pix_fmt", film.palette.isGray ? "gray" : "rgb24",
      "-video_size", "\(film.width)x\(film.height)", "-framerate", "\(film.rate)", "-i", "pipe:0",
    ]
    let colors = [
      "-vf", "\(even),scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p",
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
      "-color_range", "tv",
    ]
    let words = input + colors + codec(kind) + container(kind, isPipe: isPipe)
    return words.map { Array($0.utf8) } + [output]
  }

  private static func codec(_ kind: FilmKind) -> [String] {
    kind == .webm
      ? ["-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4"]
      : ["-c:v", "libx264", "-crf", "16"]
  }

  private static func container(_ kind: FilmKind, isPipe: Bool) -> [String] {
    switch kind {
    case .mp4, .mov:
      // The index at the beginning, or where that cannot be written later, in pieces.
      ["-movflags", isPipe ? "frag_keyframe+empty_moov" : "faststart", "-f", kind.name]
    case .mkv: ["-f", "matroska"]
    default: ["-f", kind.name]
    }
  }

  /// A pipe that does the same where ffmpeg is.
  package static func pipe(_ path: Path) -> String {
    "life run … --to y4m | ffmpeg -i - -pix_fmt yuv420p \(path)"
  }
}
