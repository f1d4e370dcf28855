import LifeAnalysis
import LifeFormats
import LifeIO
import LifeRun

extension Diagnostics {
  /// Says that the cells of an apgcode are not what it says: it was made up, or is that of another
  /// rule.
  ///
  /// - Parameter code: the code of the cells.
  func noteWrongCode(of loaded: LoadedPattern, found code: ObjectCode) {
    let name = loaded.name
    guard Apgcode.isCode(name.bytes.span) else { return }
    // Such as xp2: another phase or orientation of an object has other cells.
    let kind = { (code: String) in code.prefix { $0 != "_" } }
    if kind("\(code)") != kind("\(name)") {
      note("the cells of '\(name)' are not what the code says")
    }
  }
}
