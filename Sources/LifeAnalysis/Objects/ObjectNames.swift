import LifeIO

/// The names of well-known objects of Conway's Life by code, from the file
/// `patterns/object-names.tsv`.
package enum ObjectNames {
  /// A line for each object: its code, a tab and its name.
  private static let table = EmbeddedCollection.file("object-names.tsv")?.bytes ?? []

  /// The codes with names, in the order of the file.
  static var codes: [String] {
    table.split(separator: UInt8(ascii: "\n")).dropFirst()
      .map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self) }
  }

  /// The name of an object, for example "Pulsar". `nil` if it has none.
  ///
  /// - Complexity: O(bytes of the table). Keep the results for repeated codes.
  package static func name(of code: ObjectCode) -> String? {
    let start = Array("\n\(code.description)\t".utf8)
    let table = table.span
    var index = 0
    while index + start.count <= table.count {
      if table[index] == start[0], contains(table, text: start, at: index) {
        return name(at: index + start.count, in: table)
      }
      index += 1
    }
    return nil
  }

  private static func contains(_ table: Span<UInt8>, text: [UInt8], at index: Int) -> Bool {
    text.indices.allSatisfy { table[index + $0] == text[$0] }
  }

  /// The text up to the end of the line.
  private static func name(at start: Int, in table: Span<UInt8>) -> String {
    var end = start
    while end < table.count, table[end] != UInt8(ascii: "\n") { end += 1 }
    return String(decoding: (start..<end).map { table[$0] }, as: UTF8.self)
  }
}
