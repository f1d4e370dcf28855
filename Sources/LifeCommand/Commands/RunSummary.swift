import LifeArguments
import LifeRender
import LifeReport
import LifeRun

/// The end of `life run`: the summary, and the reason if the run stopped early.
struct RunSummary {
  private let plan: RunPlan
  private let result: RunResult

  init(of result: RunResult, _ plan: RunPlan) {
    self.plan = plan
    self.result = result
  }

  /// Prints the summary, on standard output if it is JSON.
  func write(_ output: OutputOptions) throws -> ExitCode {
    let report = RunReport(of: result, plan)
    if output.request.isJSON {
      try writeText(output.report.line(report, RunReport.schema))
    } else {
      output.diagnostics.note(report.line)
    }
    if let reason = result.stopReason {
      Console.ofProcess.complain("life: \(stopLine(reason))\n")
      return reason.exitCode
    }
    guard let end = plan.conditionEnd else { return .ok }
    guard end.isMet else {
      Console.ofProcess.complain("life: \(plan.input.title): \(end); the output is valid\n")
      return .limit
    }
    output.diagnostics.note("\(plan.input.title): \(end)")
    return .ok
  }

  private func stopLine(_ reason: StopReason) -> String {
    var advice = "the output is valid"
    if let checkpoint = plan.checkpoint {
      advice = "resume with 'life resume \(checkpoint.file)'"
    } else if result.isUnverified {
      advice += ", but its last sample is not verified"
    }
    return "stopped at generation \(result.sample.generation) of \(plan.schedule.end): \(reason); "
      + advice
  }
}

extension StopReason {
  var exitCode: ExitCode {
    if case .signal(let number) = self { .interrupted(by: number) } else { .limit }
  }
}
