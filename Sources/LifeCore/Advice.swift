/// Advice on a failure, for example to overwrite a file. The command finds the words.
package enum Advice: Hashable, Sendable {
  // Where to look: the lists of patterns and of formats.
  case patterns
  case formats

  // Rules and universes.
  case anotherUniverse
  case supportedRules
  /// Specify the rule, because the file has none.
  case rule
  case anotherRule
  /// Read the cells under another rule: the file's is not supported or cannot be converted.
  case replacementRule
  /// Name the folder of this rule file, a first folder of rule files, or more folders.
  case folderOfRule, ruleFolder, moreRuleFolders
  case mapStates, mapStatesToLife, dropRule, dropUniverse
  /// Print the cells alone, as characters.
  case showText
  /// Move the pattern into the center of the universe.
  case shift(x: BigInt, y: BigInt)
  /// Keep only the cells in a rectangle.
  case cut

  // Reading.
  /// Raise a limit on files.
  case limit(String)
  /// The same, for a message that has just named the limit: "raise it with …".
  case raise(String)
  /// Raise the limit on the cells of a file or on their expansion, whichever was reached.
  case raiseCellLimit
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
  /// Resume or discard the unfinished run that needs the output.
  case completeRun
  /// Resume or discard the unfinished run of a checkpoint.
  case completeRunOf(checkpoint: String)
  /// Resume or discard an unfinished run whose checkpoint needs `file`, its unfinished output.
  case completeRunNeeding(file: String)

  // Runs.
  case memory
  /// Convert the cells of a checkpoint to another format.
  case convertCheckpoint(String)
  case resume(String)
  case runEachPattern
  case removeWalls(convertingTo: String)
  /// Run a pattern for a number of generations. The caller quotes its name for a shell.
  case numberOfGenerations(of: String)
  case compareWithGeneration(Int, of: String)
  /// Repeat the census of a stream of patterns, and compare the two hauls.
  case repeatCensus
  /// Encode a video on another machine, with ffmpeg.
  case pipe(String)
}
