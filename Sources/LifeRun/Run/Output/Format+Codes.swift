internal import LifeAnalysis
package import LifeCore
package import LifeFormats
package import LifeIO

// Formats as commands write them: an apgcode needs an identification.
extension Format {
  /// Writes a pattern in any format that commands write. For an apgcode the pattern is run until it
  /// recurs.
  ///
  /// - Throws: ``RunFailure`` of kind `invalidData` if the pattern has no code with cells; the
  ///   errors of ``write(_:to:)``.
  package func writeOutput(_ pattern: Pattern, to output: ByteWriter) throws {
    guard self == .apgcode else { return try write(pattern, to: output) }
    if pattern.rule.isUnknown {
      throw RunFailure(
        .invalidData, "apgcode requires the rule '\(pattern.rule.canonical)', which is unknown",
        hint: "specify it with \(.rule), or the folder of its file with \(.ruleFolders)")
    }
    var limits = AnalysisLimits(EngineSelection())
    // No phase of an object with a code of its cells has nearly as many.
    limits.population = 1 << 17
    let identifier = Identifier(AnalysisRule(pattern.rule), limits: limits)
    let code: ObjectCode
    if let quick = try identifier.quickCode(of: pattern) {
      code = quick
    } else {
      let result = try identifier.identify(pattern)
      if let reason = result.reason {
        throw RunFailure(
          .overLimit, "apgcode holds objects that recur, and this pattern is unknown: \(reason)",
          hint: "write rle")
      }
      code = result.codeOfPattern
    }
    guard code.hasCells else {
      throw RunFailure(
        .invalidData,
        !code.isOfObject
          ? "apgcode holds objects that recur, and this pattern does not; write rle"
          : "the object is too large for its cells to be in an apgcode; write rle")
    }
    try output.write("\(code)\n")
  }
}
