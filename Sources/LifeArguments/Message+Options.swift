package import LifeCore

// The words of a command line in messages. Only this file puts the names of options into errors.

extension Message {
  /// The message for the user of a command: settings are options.
  package var withOptions: String {
    text {
      switch $0 {
      case .text(let text): text
      case .setting(let setting): setting.option
      case .advice(let advice): advice.words
      }
    }
  }
}

extension Setting {
  /// The setting's option: `--` and its raw value, unless listed here.
  package var option: String {
    switch self {
    case .cellSize: "--cell-size"
    case .inverting: "--invert"
    case .ruleFolders: "--rules"
    case .roots: "--roots"
    case .anyPhase: "--any-phase"
    case .repetitions: "--repeat"
    case .time: "--max-time"
    case .verify: "--verify"
    case .format: "--to"
    case .json: "--json"
    case .output: "-o"
    case .outputFolder: "--out-dir"
    case .recording: "--record"
    case .characters: "--as"
    case .embed: "--embed"
    default: "--\(rawValue)"
    }
  }
}

extension Advice {
  fileprivate var words: String {
    switch self {
    case .patterns: "'life list' lists them"
    case .formats: "('life formats' lists all)"

    case .anotherUniverse: "choose another with --universe"
    case .supportedRules: "'life help rules' lists those that are"
    case .rule: "specify it with --rule"
    case .anotherRule: "name another rule with --rule"
    case .replacementRule: "read the cells with --rule R"
    case .folderOfRule: "give its folder with --rules"
    case .ruleFolder: "specify one with --rules"
    case .moreRuleFolders: "specify more folders with --rules"
    case .mapStates: "map the states with 'life convert --to-rule'"
    case .mapStatesToLife: "map them with 'life convert --to-rule B3/S23'"
    case .dropRule: "drop it with 'life convert --rule B3/S23'"
    case .dropUniverse: "drop it with 'life convert --universe plane'"
    case .showText: "print the cells with 'life show --as text'"
    case .cut: "keep only the cells in a rectangle with 'life convert --cut'"
    case .shift(let x, let y): "center it with 'life convert --shift \(x),\(y)'"

    case .limit(let name): "--limit \(name)=N allows more"
    case .raise(let name): "raise it with '--limit \(name)=N'"
    case .raiseCellLimit:
      "raise the limit with '--limit cells=N' or '--limit cell-expansion=N'"
    case .format: "if it is one, specify the format with --from"
    case .coordinates: "read it with --from life106"
    case .lenient: "needs --lenient"
    case .lenientCell(let isAlive): "--lenient reads it as a \(isAlive ? "live" : "dead") cell"
    case .split: "only the first is read without --split"
    case .invert: "'life convert --invert' makes the light ones live"

    case .clobber: "omit --no-clobber to replace it"
    case .overwriteWhenResuming:
      "resuming replaces it only with --overwrite; add it, or move the file away"
    case .continueCensus: "write it again with --overwrite; 'life census' can also --resume it"
    case .completeRun: "complete that with 'life resume', or discard it with --overwrite"
    case .completeRunOf(let path):
      "complete that with 'life resume \(path)', or discard it with --overwrite or 'rm \(path)'"
    case .completeRunNeeding(let file):
      "complete it with 'life resume CHECKPOINT', or discard it with --overwrite or 'rm \(file)'"

    case .memory:
      "raise the limit: memory=BYTES in LIFE_LIMITS, or --max-memory where a command has it"
    case .convertCheckpoint(let path): "'life convert \(path) OUT.mc'"
    case .resume(let path):
      "resume it with 'life resume \(path)', or add --overwrite to run from the start"
    case .runEachPattern: "write 'life run' for each pattern, with a checkpoint of its own"
    case .removeWalls(let rule):
      "remove them with 'life convert --to-rule \(rule)', or give the number of generations with -n"
    case .numberOfGenerations(let pattern):
      "write a number of generations instead, such as 'life run \(pattern) -n 120 -o x.gif'"
    case .compareWithGeneration(let generations, let name):
      "compare with 'life run \(name) -n \(generations)'"
    case .repeatCensus: "count the stream again with --from, and compare with 'life census diff'"
    case .pipe(let path):
      "with ffmpeg on another machine: life run … --to y4m | ffmpeg -i - -pix_fmt yuv420p "
        + "-vf scale=out_color_matrix=bt709:flags=accurate_rnd -colorspace bt709 \(path)"
    }
  }
}
