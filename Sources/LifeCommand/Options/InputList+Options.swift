import LifeArguments
import LifeRun

extension InputList {
  static var options: [Option<Self>] {
    [
      .value(
        "--files-from", metavar: "LIST", group: "Input",
        help: "Also read the files named in LIST, one per line.",
        details: "A line may also be the name of a pattern. The LIST - is standard input.",
        sets: \.list
      ).rare,
      .value(
        "--shard", metavar: "I/N", group: "Input",
        help: "Take only part I of N of the inputs, or auto/N in a job array.",
        details: """
          The parts differ by at most one input. auto/N takes I from the first of these variables \
          that is set: \(Shard.variables).
          """, sets: \.shard
      ).rare,
    ]
  }
}
