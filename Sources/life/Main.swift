import LifeIO

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@main
struct Main {
  static let version = "0.1.0"

  static var manual: Manual {
    Manual(
      version: version,
      summary: "Run cellular automata: patterns in; patterns, pictures, films and numbers out.",
      discussion: """
        Reads a pattern, runs it, and writes what came out. Standard output is data, standard \
        error is talk, and - works wherever a file does.

        The environment: LIFE_PATTERNS names the folder of the patterns that are known by name, in \
        place of the installed one; LIFE_CPU (baseline, v3 or v4) keeps the engines from using \
        newer instructions; LIFE_LIMITS sets limits for all that is run, as in \
        memory=2G,time=10m,expanded=1G; LIFE_RULES_PATH names folders of rule files; NO_COLOR \
        keeps the help plain.
        """,
      examples: [
        Example("life run gosper-gun -n 1000", "generation 1000 as RLE"),
        Example("life run soup.rle -n 1e6 --to csv", "population over time"),
        Example("life convert gun.rle gun.cells", "another format"),
      ],
      fileHint: "life run FILE -n 1000")
  }

  static var commands: [AnyCommand] {
    [
      AnyCommand(RunCommand.self, group: "Patterns"),
      AnyCommand(ResumeCommand.self, group: "Patterns"),
      AnyCommand(ShowCommand.self, group: "Patterns"),
      AnyCommand(ConvertCommand.self, group: "Patterns"),
      AnyCommand(PasteCommand.self, group: "Patterns"),
      AnyCommand(DiffCommand.self, group: "Patterns"),
      AnyCommand(InfoCommand.self, group: "Patterns"),
      AnyCommand(RuleCommand.self, group: "Patterns"),
      AnyCommand(FormatsCommand.self, group: "Patterns"),
      AnyCommand(CheckCommand.self, group: "Engines"),
      AnyCommand(BenchCommand.self, group: "Engines"),
    ]
  }

  static func main() {
    // A file that grows beyond its limit is an error to report, not a reason to die.
    signal(SIGXFSZ, SIG_IGN)
    Interruption.listen()
    guard CommandLine.argc > 0 else {
      // The words come out of a file of the system's, which must be opened.
      Console.ofProcess.complain("life: cannot read the command line: too few open files allowed\n")
      exit(ExitCode.io.rawValue)
    }
    let code = Program(manual, commands: commands).main(Argument.ofProcess)
    // A film that failed may still be open in the thread that drew it.
    Leftovers.removeAll()
    exit(code.rawValue)
  }
}
