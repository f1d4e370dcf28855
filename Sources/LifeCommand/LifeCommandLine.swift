import LifeArguments
import LifeIO
import LifeRun
import LifeSystem
import Synchronization

/// The command line interface of the program.
package enum LifeCommandLine {
  static var manual: Manual {
    var manual = Manual()
    manual.version = ProgramVersion.version
    manual.page = ProgramVersion.page
    manual.summary = "Run cellular automata and write patterns, images, animations and statistics."
    manual.discussion = """
      Reads a pattern, runs it, and writes the result. Results go to standard output, notes and \
      errors to standard error. Wherever a file is expected, - is standard input or output.
      """
    manual.examples = [
      Example("life show gosper-gun", "a picture in the terminal"),
      Example("life play gosper-gun", "run it and edit it"),
      Example("life identify copperhead", "period, speed, apgcode"),
      Example("life run gosper-gun -n 120 -o gun.gif", "an animation"),
      Example("life run acorn -n 5206 --to csv", "the population over time"),
      Example("life convert gosper-gun gun.rle", "a file to edit or send"),
    ]
    manual.wordHint = { word in
      if let line = Synonyms.line(for: word) { return line }
      let named = PatternLibrary.find(like: Path(bytes: Array(word.utf8)).stem)
      let near = named?.name ?? PatternLibrary.suggestions(for: word).first
      return near.map { "life show \($0)" }
    }
    manual.fileHint = "life run FILE -n 1000"
    manual.patternNames = { PatternLibrary.patterns.map(\.name) }
    manual.makeSections = { Reference.sections }
    manual.related = ["bgolly(1)", "ffmpeg(1)", "https://conwaylife.com/wiki/"]
    manual.installation = { Installation.description(page: ProgramVersion.page) }
    return manual
  }

  static var commands: [AnyCommand] {
    let groups: KeyValuePairs<String, [any Command.Type]> = [
      "Patterns": [
        RunCommand.self, ResumeCommand.self, ShowCommand.self, PlayCommand.self,
        ConvertCommand.self, PasteCommand.self, DiffCommand.self, InfoCommand.self,
        IdentifyCommand.self, ApgcodeCommand.self, ListCommand.self, RuleCommand.self,
        FormatsCommand.self,
      ],
      "Soup searches": [
        SoupCommand.self, CollideCommand.self, CensusCommand.self, CensusMergeCommand.self,
        CensusVerifyCommand.self, CensusShowCommand.self, CensusDiffCommand.self,
      ],
      "Engines": [CheckCommand.self, BenchCommand.self],
    ]
    func command<C: Command>(_ type: C.Type, in group: String) -> AnyCommand {
      AnyCommand(type, group: group)
    }
    return groups.flatMap { group, types in types.map { command($0, in: group) } }
  }

  /// Prepares the process for a command: its signals, and notes of long work.
  package static func prepare() {
    // Without this, a write beyond the limit of 'ulimit -f' would end the process by a signal. Now
    // it fails with an error.
    signal(SIGXFSZ, SIG_IGN)
    Console.ignoreBrokenPipes()
    Interruption.installHandlers(
      timeUp: "life: the time limit was reached before the command had a result\n",
      notCompleted: "life: interrupted; the output was not completed\n")
    Activity.listener.withLock { $0 = { Console.ofProcess.note($0) } }
  }

  /// Runs the command line of the process and ends the process.
  package static func main() -> Never {
    prepare()
    BatchJobs.endWithParent()
    guard CommandLine.argc > 0 else {
      // The standard library reads the arguments from /proc, and fails without a file descriptor.
      Console.ofProcess.note("cannot read the command line: too few open files allowed")
      exit(ExitCode.io.rawValue)
    }
    if let stack = SystemResources.smallStack {
      Console.ofProcess.note(
        "the limit of the stack is \(stack >> 10) KiB, too small; 'ulimit -s 8192' allows "
          + "more")
      exit(ExitCode.limit.rawValue)
    }
    let code = Program(manual, commands: commands).main(Argument.ofProcess)
    // The thread of a failed animation may still hold an unfinished file.
    TemporaryFiles.removeAll()
    exit(code.rawValue)
  }
}
