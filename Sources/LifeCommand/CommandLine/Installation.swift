import LifeEngines
import LifeIO
import LifeKernels
import LifeRender
import LifeRun

/// Facts about the program on this machine, for bug reports.
enum Installation {
  /// Rows of a label and a value.
  ///
  /// - Parameter page: the address of the project's page, if it has one.
  static func description(page: String?) -> String {
    var rows = [
      ["build", build], ["commit", commit ?? "not known; 'make install' records it"],
      ["cpu", CPULevel.supported.map(\.rawValue).joined(separator: ", ")],
      ["cores", "\(SystemResources.cores)"],
      ["engines", Engine.allCases.map(\.rawValue).joined(separator: ", ")],
      ["patterns", folder("LIFE_PATTERNS") ?? "in the program"],
      ["rules", folder("LIFE_RULES_PATH") ?? "in the program, and those of Golly"],
    ]
    if let page { rows.append(["page", page]) }
    return TextTable(rows: rows, firstWidth: 10).plain
  }

  /// The commit, written by `make install` to `share/life` beside the folder of the program.
  private static var commit: String? {
    guard let program = ChildProcess.ownProgram,
      let text = try? ByteReader(
        opening: program.folder.folder.appending("share/life/commit")
      ).rest()
    else { return nil }
    let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.isEmpty ? nil : TerminalText.printable(line)
  }

  private static func folder(_ variable: String) -> String? {
    SystemResources.environment(variable).map { "\(variable)=\($0)" }
  }

  private static var build: String {
    #if DEBUG
      let kind = "debug"
    #else
      let kind = "release"
    #endif
    #if arch(x86_64)
      let processor = "x86-64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "another processor"
    #endif
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "macOS"
    #endif
    return "\(kind), \(system), \(processor)"
  }
}
