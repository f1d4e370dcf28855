import LifeCore
package import LifeFormats
package import LifeIO

/// The text of a file that defines a rule.
package struct RuleSource {
  /// The file name without its extension.
  package var stem: [UInt8]
  package var content: RuleFile.Content
  package var bytes: [UInt8]
  /// The text of another file with the colors and names that this one does not define.
  package var legend: (form: RuleFile.LegendForm, bytes: [UInt8])?
}

extension RuleSource {
  package init(from state: inout StateReader) throws {
    stem = try state.readBytes()
    guard
      let content = RuleFile.Content(
        rawValue: String(decoding: try state.readBytes(), as: UTF8.self))
    else { throw InvalidSavedState() }
    self.content = content
    bytes = try state.readBytes()
    guard try state.readFlag() else { return }
    let name = String(decoding: try state.readBytes(), as: UTF8.self)
    guard let legendForm = RuleFile.LegendForm(rawValue: name) else { throw InvalidSavedState() }
    legend = (legendForm, try state.readBytes())
  }

  package func save(to state: inout StateWriter) {
    state.write(stem)
    state.write(Array(content.rawValue.utf8))
    state.write(bytes)
    state.write(legend != nil)
    guard let legend else { return }
    state.write(Array(legend.form.rawValue.utf8))
    state.write(legend.bytes)
  }

  /// Reads the rule of a name from one of the sources.
  package static func find(_ name: [UInt8], among sources: [RuleSource]) throws -> RuleSearch {
    let stem = RuleLibrary.stem(of: name)
    guard let source = sources.first(where: { $0.stem == stem }) else {
      return .missing(places: [])
    }
    let text = String(decoding: name, as: UTF8.self)
    let table = try RuleFile.read(ByteReader(source.bytes), name: text, content: source.content)
      .table
    guard let legend = source.legend else { return .found(table) }
    let rest = try RuleFile.legend(
      ByteReader(legend.bytes), states: table.states, form: legend.form)
    return .found(RuleTable(table, completingLegendFrom: rest))
  }

  /// Collects the rule files that were read.
  package final class Collection {
    package var sources: [RuleSource] = []

    package init() {}
  }
}
