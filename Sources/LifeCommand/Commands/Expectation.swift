import LifeAnalysis
import LifeArguments
import LifeFormats
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// A property and the value that it is expected to have: `period=30`.
struct Expectation: Hashable {
  var key: String
  var value: String

  /// Case and spaces do not count: `name=glider` is met by "Glider". A box may be typed as 36x9.
  func isMet(by report: IdentificationReport) -> Bool {
    found(in: report).map(Self.plain) == Self.plain(value)
  }

  private func found(in report: IdentificationReport) -> String? {
    IdentificationReport.schema.text(of: key, in: report)
  }

  /// A value in the spelling in which values are compared.
  private static func plain(_ text: String) -> String {
    String(text.lowercased().filter { $0 != " " }.map { $0 == "×" ? "x" : $0 })
  }

  /// What is printed if the value is another one.
  func complaint(about report: IdentificationReport) -> String {
    "\(report.title): expected \(key)=\(value), found "
      + (found(in: report).map { "\(key)=\($0)" } ?? "no \(key)")
  }
}

extension Expectation: ValueParsable {
  init(argument: Argument) throws(ValueError) {
    let parts = argument.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
      TerminalText.printable(argument.text) == argument.text
    else { throw ValueError("expected KEY=VALUE, such as period=30") }
    key = String(parts[0])
    value = String(parts[1])
    let keys = IdentificationReport.schema.keys
    guard keys.contains(key) else {
      throw ValueError(
        "unknown property '\(key)'",
        hint: didYouMean(key, among: keys))
    }
  }
}
