import Testing

/// A program used only by tests. A test names the tools it needs, and is skipped without them.
///
/// Each is asked for its name, because another program may have the same name.
public enum Tool: String, CaseIterable, Sendable {
  case ffmpeg, ffprobe, netpbm, gifsicle, gzip, python3, zip, bash, zsh, fish, groff, strace
  case imageMagick = "ImageMagick"
  case librsvg = "rsvg-convert"

  /// A command that prints the name of the program, and an expected word of its output.
  private var question: (command: String, answer: String) {
    switch self {
    case .ffmpeg: ("ffmpeg -version", "ffmpeg version")
    case .ffprobe: ("ffprobe -version", "ffprobe version")
    case .netpbm:
      (
        ["pamfile", "pngtopnm", "pamenlarge", "pnmcut", "pnmtopnm", "ppmtoppm"]
          .map { "\($0) --version" }.joined(separator: " && "), "Netpbm"
      )
    case .gifsicle: ("gifsicle --version", "Gifsicle")
    case .gzip: ("gzip --version", "gzip ")
    case .python3: ("python3 --version", "Python 3")
    case .zip: ("zip -v", "Info-ZIP")
    case .bash: ("bash --version", "GNU bash")
    case .zsh: ("zsh --version", "zsh ")
    case .fish: ("fish --version", "fish, version")
    case .strace: ("strace -qq -o /dev/null true && strace -V", "strace -- version")
    case .groff: ("groff --version", "GNU groff")
    case .imageMagick: ("convert -version || magick -version", "ImageMagick")
    case .librsvg: ("rsvg-convert --version", "rsvg-convert version")
    }
  }

  private static let installed = Set(allCases.filter(\.answers))

  private var answers: Bool { Shell.prints(question.answer, in: question.command) }

  public var isInstalled: Bool { Self.installed.contains(self) }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test unless these tools are installed.
  public static func needs(_ tools: Tool...) -> Self { needs(tools) }

  public static func needs(_ tools: [Tool]) -> Self {
    let missing = tools.filter { !$0.isInstalled }.map(\.rawValue).joined(separator: ", ")
    return .enabled(if: missing.isEmpty, "needs \(missing)")
  }
}
