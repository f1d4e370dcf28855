package import LifeAnalysis
internal import LifeCore
internal import LifeIO
internal import LifeRender
package import LifeRun

package struct PatternCode {
  let pattern: Path
  let code: ObjectCode
  let ignoresMarks: Bool

  package init(of loaded: LoadedPattern, _ code: ObjectCode) {
    pattern = loaded.title
    self.code = code
    ignoresMarks = loaded.pattern.rule.withoutMarks != nil
  }

  package static let table = ReportTable(
    Schema<PatternCode>("life.apgcode/1") {
      Property("pattern", Meaning.pattern) { $0.pattern }
      Property("apgcode", "the code; PATHOLOGICAL if the pattern does not recur") {
        $0.code.description
      }
      Property("ignores_marks", Meaning.ignoresMarks) { $0.ignoresMarks ? true : nil }
    }, columns: [Column("pattern"), Column("apgcode")],
    dataColumns: [Column("pattern"), Column("apgcode")])
}
