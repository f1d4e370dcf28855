/// What the program tells the shell, with the numbers of BSD's sysexits.h where there is one.
struct ExitCode: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let ok = ExitCode(rawValue: 0)
  /// The answer to the question that was asked is no.
  static let no = ExitCode(rawValue: 1)
  static let usage = ExitCode(rawValue: 64)
  static let data = ExitCode(rawValue: 65)
  static let noInput = ExitCode(rawValue: 66)
  static let software = ExitCode(rawValue: 70)
  static let cantCreate = ExitCode(rawValue: 73)
  static let io = ExitCode(rawValue: 74)
  static let limit = ExitCode(rawValue: 75)

  /// As a shell reports a program that signal number `signal` ended.
  static func interrupted(by signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) }
}

extension ExitCode {
  /// Every code and its meaning, for the manual.
  static let meanings: [(code: String, meaning: String)] = [
    (code(.ok), "Done, or the answer is yes."),
    (code(.no), "The answer is no: a comparison found a difference, a search found nothing."),
    (code(.usage), "The command line is wrong."),
    (code(.data), "A file's contents are wrong, or cannot be held by the format asked for."),
    (code(.noInput), "An input file cannot be opened."),
    (code(.software), "A fault in the program itself."),
    (code(.cantCreate), "An output file cannot be created."),
    (code(.io), "Reading or writing failed."),
    (code(.limit), "Stopped early by a limit; what was written is whole."),
    ("128+n", "Stopped by signal n."),
  ]

  private static func code(_ code: ExitCode) -> String { String(code.rawValue) }
}

/// What a command throws when the command line was right and the work failed.
///
/// The description is printed on standard error as it is.
protocol Failure: Error, CustomStringConvertible {
  var exitCode: ExitCode { get }
}
