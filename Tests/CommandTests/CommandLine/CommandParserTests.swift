@testable import LifeArguments
import LifeIO
import TestSupport
import Testing

@testable import LifeCommand

struct CommandParserTests {
  @Test(arguments: [
    ("in", Sample(input: "in")),
    ("in out", Sample(input: "in", output: "out")),
    ("-", Sample(input: "-")),
    ("-- -n", Sample(input: "-n")),
    ("-n 5 in", Sample(input: "in", count: 5)),
    ("-n5 in", Sample(input: "in", count: 5)),
    ("--count 5 in", Sample(input: "in", count: 5)),
    ("--count=5 in", Sample(input: "in", count: 5)),
    ("in -n 5 out", Sample(input: "in", output: "out", count: 5)),
    ("-n -1 in", Sample(input: "in", count: -1)),
    ("--until 0 in", Sample(input: "in", until: 0)),
    ("--engine=hashlife in", Sample(input: "in", engine: .hashlife)),
    ("--view -10,-10,40x20 in", Sample(input: "in", view: "-10,-10,40x20")),
    ("--view=--quiet in", Sample(input: "in", view: "--quiet")),
    ("--view= in", Sample(input: "in", view: "")),
    ("--view=a=b in", Sample(input: "in", view: "a=b")),
    ("--view - in", Sample(input: "in", view: "-")),
    ("-I a in -Ib --include=c", Sample(input: "in", includes: ["a", "b", "c"])),
    ("-q in", Sample(input: "in", quiet: true)),
    ("-qqn5 in", Sample(input: "in", count: 5, quiet: true)),
    ("-vn 5 in --", Sample(input: "in", count: 5, verbose: true)),
    (
      "--scratch-directory-of-this-run /d in",
      Sample(input: "in", shared: Sample.Shared(scratch: "/d"))
    ),
  ])
  func `a command line is parsed to a command with its values`(line: String, value: Sample) throws {
    #expect(try Sample.parsed(line.commandWords) == value)
  }

  @Test(arguments: [
    ("a t", ["a"], "t"), ("a b t", ["a", "b"], "t"), ("a -- -b t", ["a", "-b"], "t"),
  ])
  func `a repeated operand leaves a word for the next operand`(
    line: String, files: [String], target: String
  ) throws {
    let command = SampleMany(files: files.map { Path($0) }, target: Path(target))
    #expect(try SampleMany.parsed(line.commandWords) == command)
  }

  @Test func `every command accepts -q`() throws {
    let command = try SampleMany.parsed("-q a t".commandWords)
    #expect(command == SampleMany(files: ["a"], target: "t"))
  }

  @Test(arguments: [
    ("-h", HelpLength.short), ("--help", .long), ("in -qh", .short), ("-n 5 --help x y z", .long),
  ])
  func `a help option is found in every place`(line: String, length: HelpLength) throws {
    guard case .help(let asked) = try Sample.parse(line.commandWords) else {
      Issue.record("the line does not ask for help")
      return
    }
    #expect(asked == length)
  }

  @Test func `a file name that is not UTF-8 stays unchanged`() throws {
    let name: [UInt8] = [0x67, 0xff, 0x2e, 0xfe]
    let words = [Argument("-I"), Argument(bytes: name), Argument(bytes: [0x2d, 0x49] + name)]
    let command = try Sample.parsed(words + [Argument(bytes: name)])
    #expect(command.includes == [Path(bytes: name), Path(bytes: name)])
    #expect(command.input == Path(bytes: name))
  }

  @Test func `a wrong command line is explained`() async throws {
    try await forEachCase(of: [
      ("", "missing operand INPUT", true),
      ("a b c", "unexpected operand 'c'", true),
      ("--cuont 5", "unknown option '--cuont'; did you mean '--count'?", false),
      ("--eng auto", "unknown option '--eng'; did you mean '--engine'?", false),
      ("--zzz", "unknown option '--zzz'", true),
      ("--zzz=1", "unknown option '--zzz'", true),
      ("--=1", "unknown option '--'", true),
      ("---", "unknown option '---'", true),
      ("-x", "unknown option '-x'", true), ("-=5", "unknown option '-='\n  -=5\n   ^", false),
      ("-quiet", "unknown option '-quiet'; did you mean '--quiet'?", false),
      ("-qx", "unknown option '-x'\n  -qx\n    ^", false),
      ("-é", "unknown option '-é'", true),
      ("-qé1", "unknown option '-é'\n  -qé1\n    ^", false),
      ("-q=1", "option '-q' takes no value", true),
      ("--quiet=1", "option '--quiet' takes no value", true),
      ("--quiet=", "option '--quiet' takes no value", true),
      ("--help=1", "option '--help' takes no value", true),
      ("in -n", "option '-n' requires a value; write '-n N'", false),
      ("in --until", "option '--until' requires a value; write '--until G'", false),
      (
        "-I --quiet",
        "option '-I' requires a value, found '--quiet'; "
          + "if that is the value, write '--include=--quiet'", false
      ),
      (
        "--view -- in",
        "option '--view' requires a value, found '--'; if that is the value, write '--view=--'",
        false
      ),
      ("-n=5 in", "option '-n' takes its value without '='; write '-n 5' or '-n5'", false),
      ("-n 1 -n 2", "option '-n' given twice; one value serves the whole command", false),
      ("-n 1 --count 2", "option '--count' given twice; '-n' is the same option", false),
      ("-q -v in", "'-q' and '-v' contradict each other", true),
      ("-n 5x in", "-n: expected a whole number such as 10\n  5x\n   ^", false),
      ("-n5x in", "-n: expected a whole number such as 10\n  -n5x\n     ^", false),
      (
        "--count=5x in", "--count: expected a whole number such as 10\n  --count=5x\n           ^",
        false
      ),
      (
        "--count= in", "--count: expected a whole number such as 10\n  --count=\n          ^", false
      ),
      (
        "-e bitmpa in",
        "-e: expected auto, bitmap or hashlife, found 'bitmpa'; did you mean 'bitmap'?", false
      ),
      ("-e zzz in", "-e: expected auto, bitmap or hashlife, found 'zzz'", false),
      (
        "-n 9223372036854775808 in",
        "-n: expected a whole number from -9223372036854775808 to 9223372036854775807", false
      ),
    ]) { line, message, showsUsage in
      let error = #expect(throws: UsageError.self) {
        _ = try Sample.parse(line.commandWords)
      }
      let usage = showsUsage ? "\nUsage: USAGE" : ""
      #expect(
        error?.report(usage: "USAGE", help: "life help sample")
          == "life: \(message)\(usage)\nTry 'life help sample'.\n")
    }
  }

  @Test func `text that is not UTF-8 is refused with its place`() {
    let error = #expect(throws: UsageError.self) {
      _ = try Sample.parse([Argument(bytes: Array("--view=ab".utf8) + [0xff])])
    }
    #expect(
      error?.report(usage: nil, help: "life help")
        == "life: --view: expected text in UTF-8\n  --view=ab\u{fffd}\n           ^\n"
        + "Try 'life help'.\n")
  }

  @Test func `an empty file name is refused`() {
    let error = #expect(throws: UsageError.self) { _ = try Sample.parse([""]) }
    #expect(error?.message == "INPUT: expected a file name, found an empty argument")
  }

  @Test func `control characters are replaced in messages`() {
    let error = #expect(throws: UsageError.self) {
      _ = try Sample.parse(["--\u{1b}[31m"])
    }
    #expect(error?.message == "unknown option '--?[31m'")
  }
}

extension Command {
  /// The command of a line that asks for no help.
  fileprivate static func parsed(_ words: [Argument]) throws -> Self {
    guard case .command(let command) = try parse(words) else {
      throw UsageError("the line asks for help")
    }
    return command
  }
}
