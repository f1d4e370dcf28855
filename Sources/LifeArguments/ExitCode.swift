/// The exit code of the program, with the numbers of BSD's sysexits.h if they apply.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let ok = ExitCode(rawValue: 0)
  /// A comparison found a difference, or an expectation isn't met.
  package static let no = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 64)
  package static let data = ExitCode(rawValue: 65)
  package static let noInput = ExitCode(rawValue: 66)
  package static let software = ExitCode(rawValue: 70)
  package static let cantCreate = ExitCode(rawValue: 73)
  package static let io = ExitCode(rawValue: 74)
  package static let limit = ExitCode(rawValue: 75)

  /// The exit code reported by a shell after `signal` ended a program.
  package static func interrupted(by signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) }

  /// Adds the code of one of several inputs. An error outranks a limit, and a limit "no"; of codes
  /// of the same rank, the last one remains.
  package mutating func add(_ other: ExitCode) { if other.rank >= rank { self = other } }

  private var rank: Int {
    switch self {
    case .ok: 0
    case .no: 1
    case .limit: 2
    default: 3
    }
  }

  /// Every code and its meaning, for the manual.
  package static let meanings: [(code: String, meaning: String)] = [
    (code(.ok), "Success; a comparison found no difference."),
    (code(.no), "The answer is no: there is a difference, or an expectation does not hold."),
    (code(.usage), "Invalid command line."),
    (code(.data), "Invalid data, or data that the output format cannot hold."),
    (code(.noInput), "An input file cannot be opened."),
    (code(.software), "Internal error."),
    (code(.cantCreate), "An output file cannot be created."),
    (code(.io), "Reading or writing failed."),
    (code(.limit), "Stopped early by a limit; what was computed is written."),
    ("128+n", "Stopped by signal n."),
  ]

  /// The meanings as a topic of the help.
  package static var section: ManualSection {
    ManualSection(
      "EXIT CODES",
      text: """
        With several inputs, an error (64 to 74) outranks 75, and 75 outranks 1. Of several \
        errors, the last one counts.
        """, header: ["code", "meaning"], rows: meanings.map { [$0.code, $0.meaning] })
  }

  private static func code(_ code: ExitCode) -> String { String(code.rawValue) }
}
