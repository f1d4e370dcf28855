internal import LifeAnalysis
package import LifeCore
package import LifeFormats
package import LifeIO

// Writes patterns in all formats of the commands; an apgcode needs an identification.
extension Format {
  /// Writes a pattern in any format. An apgcode requires a run until the pattern recurs.
  ///
  /// - Throws: ``RunFailure`` if no apgcode is found or it does not encode the cells; the errors of
  ///   ``write(_:to:)``.
  package func writeOutput(_ pattern: Pattern, to output: ByteWriter) throws {
    guard self == .apgcode else { return try write(pattern, to: output) }
    if pattern.rule.isUnknown {
      throw RunFailure(
        .invalidData, "apgcode requires the rule '\(pattern.rule.canonical)', which is unknown",
        hint: "specify it with \(.rule), or the folder of its file with \(.ruleFolders)")
    }
    var limits = AnalysisLimits(EngineSelection())
    // No apgcode encodes the cells of an object with more than 2^17 live cells.
    limits.population = 1 << 17
    let result = try Identifier(AnalysisRule(pattern.rule), limits: limits).identify(pattern)
    if let reason = result.reason {
      throw RunFailure(
        .overLimit, "apgcode holds objects that recur, and this pattern is unknown: \(reason)",
        hint: "write rle")
    }
    let code = result.codeOfPattern
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
