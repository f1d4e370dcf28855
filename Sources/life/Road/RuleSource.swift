import LifeFormats
import LifeIO

/// The text of a file that defines a rule.
struct RuleSource: Hashable {
  /// The file's name, without its ending.
  var stem: [UInt8]
  var form: RuleFile.Form
  var bytes: [UInt8]
}

extension RuleSource {
  init(from state: inout StateReader) throws {
    stem = try state.readBytes()
    guard let form = RuleFile.Form(rawValue: String(decoding: try state.readBytes(), as: UTF8.self))
    else { throw StateDamaged() }
    self.form = form
    bytes = try state.readBytes()
  }

  /// The rule of a name, if it is among these.
  static func find(_ name: [UInt8], among sources: [RuleSource]) throws -> RuleSearch {
    let stem = RuleLibrary.stem(of: name)
    guard let source = sources.first(where: { $0.stem == stem }) else {
      return .missing(places: [])
    }
    let text = String(decoding: name, as: UTF8.self)
    return .found(try RuleFile.read(ByteReader(source.bytes), name: text, form: source.form).table)
  }

  /// Gathers what is read.
  final class Collection {
    var sources: [RuleSource] = []
  }
}
