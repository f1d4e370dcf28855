import LifeArguments

/// Options for pictures, which `life run` has.
extension ConvertCommand {
  /// The line of `life run` that draws what is asked for, or how such a line is written.
  static func lineWithOption(_ name: String, in words: [Argument]) -> String? {
    let options = ([.help] + RunCommand.options).map(\.declaration)
    let known = options.filter { ["View", "Appearance"].contains($0.group) }.flatMap(\.names)
    guard let option = known.contains(name) ? name : Synonyms.option(for: name, among: known)
    else {
      let advice = Synonyms.advice(for: name, among: known)
      return advice.map { "with 'life run FILE -n 0 -o PICTURE', \($0)" }
    }
    let line = words.flatMap { word in
      if word.text == name { return [Argument(option)] }
      return word.starts(with: name + "=")
        ? [Argument(option), word.dropFirst(name.utf8.count + 1)] : [word]
    }
    return drawing(line, options: options).map { "try '\($0)'" }
      ?? "write 'life run FILE -n 0 \(option) ... -o PICTURE'"
  }

  /// A line with one input and one output as a line of `life run`; nil for every other line.
  private static func drawing(_ words: [Argument], options: [OptionDeclaration]) -> String? {
    var parser = CommandParser(
      command: RunCommand.name, options: options, operands: RunCommand.operands.declarations,
      words: words)
    var hasOutput = false
    do throws(UsageError) {
      while let step = try parser.next() {
        guard case .set(let setting) = step else { return nil }
        if options[setting.index].names.contains("--output") { hasOutput = true }
      }
      let files = try parser.readOperands()
      guard files.count == (hasOutput ? 1 : 2) else { return nil }
      let rest = words.filter { !files.contains($0) }
      let output = hasOutput ? [] : ["-o", files[1]]
      return (["life", "run", files[0], "-n", "0"] + rest + output).map(\.quotedForShell)
        .joined(separator: " ")
    } catch {
      return nil
    }
  }
}
