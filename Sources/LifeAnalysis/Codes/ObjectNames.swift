/// The names of well-known objects of Conway's Life, by their codes.
package enum ObjectNames {
  /// The name of an object; nil if it has none.
  ///
  /// - Complexity: O(bytes of the tables), about 50 µs; keep the results for repeated codes.
  package static func name(of code: ObjectCode) -> String? {
    let key = Array("\(code.description)=".utf8)
    let tables = code.description.hasPrefix("xs") ? [stillLifes, largeStillLifes] : [others]
    for table in tables {
      if let name = find(key, in: table.utf8.span) { return name }
    }
    return nil
  }

  /// The text between `key`, at the beginning of an entry, and the next `;`.
  private static func find(_ key: [UInt8], in table: Span<UInt8>) -> String? {
    var index = 0
    while index < table.count {
      if table[index] == UInt8(ascii: "\n") { index += 1 }
      var length = 0
      while length < key.count, index + length < table.count, table[index + length] == key[length] {
        length += 1
      }
      let start = index + length
      while index < table.count, table[index] != UInt8(ascii: ";") { index += 1 }
      if length == key.count {
        return String(decoding: (start..<index).map { table[$0] }, as: UTF8.self)
      }
      index += 1
    }
    return nil
  }
}
