/// Advice on a failure, for example to overwrite a file. The command finds the words.
package enum Advice: Hashable, Sendable {
  // Where to look.
  case list
  case formats

  // Rules and universes.
  case anotherUniverse
  case supportedRules
  /// The file has no rule.
  case rule
  case anotherRule
  /// The rule of the file is not supported.
  case ruleInPlace
  /// The place of a rule's file.
  case folderOfRule, ruleFolder, moreRuleFolders
  case mapStates, mapStatesToLife, dropRule, dropUniverse

  // Reading.
  /// Raise a limit on files.
  case limit(String)
  /// The same for a limit named in the message.
  case raise(String)
  case raiseCells
  case format
  case coordinates
  case lenient
  case lenientCell(isAlive: Bool)
  case split
  case invert

  // Existing outputs.
  case clobber
  case overwriteWhenResuming
  case continueCensus
  case completeRun
  case completeRunOf(checkpoint: String)
  case completeRunNeeding(file: String)

  // Runs.
  case memory
  /// Convert the cells of a checkpoint to another format.
  case convertCheckpoint(String)
  case resume(String)
  case runForEach
  case removeWalls(rule: String)
  /// Run a pattern for a number of generations. Its name is quoted for a shell.
  case numberOfGenerations(of: String)
  case compareLater(String, generations: Int)
  case countAgain
  /// Encode a video on another machine, with ffmpeg.
  case pipe(String)
}
