/// What the user of a command can do about a failure. The command has the words.
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
  /// Where the file of a rule is.
  case folderOfRule, ruleFolder, moreRuleFolders
  case mapStates, mapStatesToLife, dropRule, dropUniverse

  // Reading.
  /// Allow more of what one of the limits on files is for.
  case limit(String)
  /// The same for a limit that the message names.
  case raise(String)
  case raiseCells
  case format
  case coordinates
  case lenient
  case lenientCell(isAlive: Bool)
  case split
  case invert

  // Outputs that exist.
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
  /// Run a pattern, whose name is quoted for a shell, for a number of generations.
  case numberOfGenerations(of: String)
  case compareLater(String, generations: Int)
  case countAgain
  /// Encode a video on another machine, where ffmpeg is installed.
  case pipe(String)
}
