package import LifeArguments
import LifeIO
import LifeRender
package import LifeRun

/// The end of `life run`: the summary, and the reason if the run stopped early.
package struct RunSummary {
  private let plan: RunPlan
  private let result: RunResult

  package init(of result: RunResult, _ plan: RunPlan) {
    self.plan = plan
    self.result = result
  }

  /// Prints the summary, on standard output if it is JSON.
  package func write(_ options: ReportOptions, _ diagnostics: Diagnostics) throws -> ExitCode {
    let report = RunReport(of: result, plan)
    if let reason = result.stopReason, case .signal = reason, plan.signalPolicy == .giveUp {
      return stopped(by: reason, lostOutput)
    }
    if options.isJSON {
      try writeText(options.line(report, schema: RunReport.schema))
    } else {
      diagnostics.note(report.line)
    }
    if let reason = result.stopReason { return stopped(by: reason, kept) }
    guard let end = plan.conditionEnd else { return .ok }
    guard end.isMet else {
      Console.ofProcess.complain("life: \(plan.input.title): \(end); \(written)\n")
      return .limit
    }
    diagnostics.note("\(plan.input.title): \(end)")
    return .ok
  }

  /// Says why the run ended before its last generation, and what has become of its outputs.
  private func stopped(by reason: StopReason, _ outputs: String) -> ExitCode {
    Console.ofProcess.complain(
      "life: stopped at generation \(result.sample.generation) of \(plan.schedule.end): "
        + "\(reason); \(outputs)\n")
    return reason.exitCode
  }

  private var kept: String {
    if let checkpoint = plan.checkpoint { return "resume with 'life resume \(checkpoint.file)'" }
    return written + (result.isUnverified ? ", but the last sample is not verified" : "")
  }

  private var written: String {
    guard let last = result.lastWritten else { return "nothing was written" }
    return "wrote everything up to generation \(last)"
  }

  /// What a signal did to the only output of a run that has one sample.
  private var lostOutput: String {
    guard let file = plan.outputs.first?.target.template, !file.isStandardStream,
      !isSpecialFile(file)
    else { return result.isCutShort ? "the output is incomplete" : "nothing was written" }
    return "'\(file)' was not written"
  }
}
