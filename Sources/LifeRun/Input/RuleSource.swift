import LifeCore
package import LifeFormats
import LifeIO

/// The text of a file that defines a rule.
package struct RuleSource {
  /// The file name without its extension.
  package var stem: [UInt8] = []
  package var content = RuleFile.Content.rule
  package var bytes: [UInt8] = []
  /// The text of another file with the missing colors and names.
  package var legend: (form: RuleFile.LegendForm, bytes: [UInt8])?
}

extension RuleSource {
  /// Reads the rule with this name from the sources.
  package static func find(_ name: [UInt8], among sources: [RuleSource]) throws -> RuleSearch {
    let stem = RuleLibrary.stem(of: name)
    guard let source = sources.first(where: { $0.stem == stem }) else {
      return .missing(places: [])
    }
    let text = String(decoding: name, as: UTF8.self)
    let table = try RuleFile.read(ByteReader(source.bytes), name: text, content: source.content)
    guard let legend = source.legend else { return .found(table) }
    let rest = try RuleFile.legend(
      ByteReader(legend.bytes), states: table.states, form: legend.form)
    return .found(RuleTable(table, completingLegendFrom: rest))
  }
}

/// The rule files of a pattern, for its checkpoints.
package final class RuleSourceList {
  package var sources: [RuleSource] = []

  package init() {}
}
