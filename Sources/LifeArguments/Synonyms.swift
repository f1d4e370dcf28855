/// Translates options of other programs into those of this one.
package enum Synonyms {
  /// Options of this program, each with names that other programs give it.
  private static let options: [(option: String, names: [String])] = [
    (
      "--generations",
      ["-g", "-m", "--gen", "--gens", "--generation", "--step", "--steps", "--iterations"]
    ),
    ("--to", ["-f", "-F", "--format", "--output-format"]),
    ("--output", ["--out", "--outfile", "--output-file"]),
    ("--jobs", ["-j", "--parallel"]),
    ("--fps", ["--speed", "--rate", "--framerate", "--frame-rate"]),
    ("--scale", ["--zoom", "--magnify"]),
  ]

  /// Options that have no counterpart with the same value, and what to write.
  private static let advice: [(option: String, names: [String], hint: String)] = [
    ("--fps", ["--delay"], "write '--fps R', the number of frames per second"),
    ("--hold", ["--pause"], "write '--hold TIME', for the first and the last frame"),
    ("--size", ["--width", "--height"], "write '--size WxH', or '--scale K'"),
    (
      "--theme", ["--colors", "--colours", "--color", "--colour", "--palette"],
      "write '--theme THEME', or '--cell COLOR' and '--background COLOR'"
    ),
    ("--split", ["--member"], "write 'ARCHIVE.zip/NAME', the name of a file in an archive"),
    (
      "--title", ["--caption", "--text"],
      "write '--title TEXT', or '--label' for generation and population"
    ),
  ]

  /// The option of this program for that of another one.
  ///
  /// - Parameter known: the options of the command.
  package static func option(for name: String, among known: [String]) -> String? {
    options.first { $0.names.contains(name) && known.contains($0.option) }?.option
  }

  /// What to write for an option of another program that has no counterpart with the same value.
  package static func advice(for name: String, among known: [String]) -> String? {
    advice.first { $0.names.contains(name) && known.contains($0.option) }?.hint
  }
}
