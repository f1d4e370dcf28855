package import LifeAnalysis
package import LifeIO
package import LifeRender

/// The code of a pattern.
package struct PatternCode {
  let pattern: Path
  let code: ObjectCode

  package init(of pattern: Path, _ code: ObjectCode) {
    self.pattern = pattern
    self.code = code
  }

  package static let table = ReportTable(
    Schema<PatternCode>("life.apgcode/1") {
      Property("pattern", Meaning.pattern) { $0.pattern }
      Property("apgcode", "the code; PATHOLOGICAL if the pattern does not recur") {
        $0.code.description
      }
    }, columns: [Column("pattern"), Column("apgcode")])
}
