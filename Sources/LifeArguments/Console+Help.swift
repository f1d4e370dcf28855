package import LifeIO

// Text of a command: notes and failures on standard error, help on standard output, with colors and
// bold text if the terminal has them.

extension Console {
  /// Writes a line to standard error, after the name of the program.
  package func note(_ text: String) { complain("life: \(text)\n") }

  /// Writes help to standard output. A closed pipe is not an error.
  ///
  /// - Parameter isLong: whether to show it page by page on a terminal.
  package func show(isLong: Bool = false, _ text: (TextStyle) -> String) -> ExitCode {
    do {
      let bytes = Array(text(hasColor(on: .output) ? .bold : .plain).utf8)
      if isLong, isTerminal(.output), environment("TERM") != "dumb", page(bytes) { return .ok }
      try write(.output, bytes)
    } catch let failure as FileFailure where failure.isBrokenPipe {
      return .ok
    } catch {
      note("\(error)")
      return .io
    }
    return .ok
  }

  /// Whether output has colors and bold text. The option decides, then the environment, then the
  /// stream: a terminal with colors has them.
  ///
  /// - SeeAlso: <https://no-color.org>, <https://bixense.com/clicolors/>
  package func hasColor(on stream: Stream, _ choice: ColorChoice = .auto) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if environment("NO_COLOR")?.isEmpty == false { return false }
      let force = environment("CLICOLOR_FORCE") ?? ""
      if !force.isEmpty, force != "0" { return true }
      return isTerminal(stream) && environment("TERM") != "dumb"
    }
  }
}

/// Whether output has colors and bold text.
package enum ColorChoice: String, Choice {
  /// Decided by the environment and the terminal.
  case auto
  case always, never
}
