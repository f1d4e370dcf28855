/// Translates words of other programs into those of this one: commands and options.
package enum Synonyms {
  /// Other programs' words for a command, each with the equivalent line.
  private static let commands: [(words: [String], line: String)] = [
    (
      ["animate", "animation", "movie", "record", "render", "gif", "video"],
      "life run gosper-gun -n 120 -o gun.gif"
    ),
    (["picture", "image", "png", "draw"], "life run gosper-gun -n 0 -o gun.png"),
    (["plot", "graph", "chart", "curve"], "life run acorn -n 5206 --plot acorn.svg"),
    (["view", "display", "print", "cat", "see", "look"], "life show gosper-gun"),
    (["step", "evolve", "simulate", "advance", "exec", "generate"], "life run gosper-gun -n 100"),
    (["open", "start", "edit", "game", "gui", "tui", "interactive"], "life play gosper-gun"),
    (["ls", "patterns", "search", "find", "names"], "life list"),
    (["stats", "statistics", "count", "analyze", "describe"], "life info gosper-gun"),
    (["save", "export", "import", "download"], "life convert gosper-gun gun.rle"),
    (["compare", "cmp"], "life diff A B"),
    (["random"], "life soup --size 64x64"),
    (["rules"], "life rule B3/S23"),
  ]

  /// Options of this program, each with the names used by other programs.
  private static let options: [(option: String, names: [String])] = [
    (
      "--generations",
      ["-g", "-m", "--gen", "--gens", "--generation", "--steps", "--iterations"]
    ),
    ("--every", ["--step", "--stride", "--interval"]),
    ("--to", ["-f", "-F", "--format", "--output-format"]),
    ("--output", ["--out", "--outfile", "--output-file"]),
    ("--report", ["-o", "--output"]),
    ("--jobs", ["-j", "--parallel"]),
    ("--fps", ["--speed", "--rate", "--framerate", "--frame-rate", "--delay"]),
    ("--hold", ["--pause"]),
    ("--scale", ["--zoom", "--magnify"]),
    ("--size", ["--width", "--height"]),
    ("--cell", ["--color", "--colour", "--fg", "--foreground"]),
    ("--background", ["--bg"]),
    ("--theme", ["--colors", "--colours", "--color", "--colour", "--palette"]),
    ("--title", ["--caption", "--text"]),
  ]

  /// Options of video encoders.
  private static let encoding = ["--crf", "--bitrate", "--quality", "--codec", "--preset"]

  /// The line for a word of another program.
  package static func line(for word: String) -> String? {
    let typed = word.lowercased()
    return commands.first { $0.words.contains(typed) }?.line
  }

  /// The option of this program for another program's option.
  ///
  /// - Parameter known: the options of the command.
  package static func option(for name: String, among known: [String]) -> String? {
    options.first { $0.names.contains(name) && known.contains($0.option) }?.option
  }

  /// The pipe to an encoder with more options than this program.
  ///
  /// - Parameter known: the options of the command.
  static func encoder(for name: String, among known: [String]) -> String? {
    guard encoding.contains(name), known.contains("--fps") else { return nil }
    return "pipe the frames to ffmpeg: '--to y4m | ffmpeg -i - -vf "
      + "scale=out_color_matrix=bt709:flags=accurate_rnd,format=yuv420p -colorspace bt709 "
      + "-crf 18 a.mp4'"
  }
}
