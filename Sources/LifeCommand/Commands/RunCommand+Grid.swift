import LifeArguments
import LifeIO
import LifeReport
import LifeRun

extension RunCommand {
  /// Runs several patterns and draws them side by side.
  func runGrid(_ request: RunRequest, of inputs: [Path]) throws -> ExitCode {
    var patterns: [LoadedPattern] = []
    let code = try Batch.run(
      inputs, loader: input.loader(), diagnostics: output.diagnostics
    ) { loaded in
      patterns.append(loaded)
      return .ok
    }
    Interruption.cancelEndOfProcess()
    // A picture without some of the patterns is not what was asked for.
    guard code == .ok, !patterns.isEmpty else { return code }
    var run = try GridRun(
      request, patterns: patterns, isQuiet: output.isQuiet)
    if isDryRun {
      for plan in run.plans { try writeText(output.report.text(plan)) }
      return .ok
    }
    var worst = ExitCode.ok
    for (plan, result) in zip(run.plans, try run.run()) {
      let code = try RunReport(of: result, plan).write(output.report, output.diagnostics)
      if code != .ok { worst = code }
    }
    return worst
  }
}
