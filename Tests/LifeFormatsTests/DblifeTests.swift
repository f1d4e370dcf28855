import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct DblifeTests {
  typealias Text = TextFormat<Dblife>

  @Test(arguments: [
    ("!\n.O\n2.O\n3O\n", ".O/..O/OOO"), ("!\n3O\n\n.\n2O", "OOO///OO"), ("!", ""),
    ("!\n 2. O \r\nO", "..O/O"),
  ])
  func `Dblife rows with counts are read`(text: String, picture: String) throws {
    #expect(try Text.strict.read(text).picture == picture)
  }

  @Test(arguments: [
    ("!\n.o", "2:2: expected '.', 'O' or a count, found 'o'"),
    ("!\n03O", "2:1: a count cannot begin with 0"),
    ("!\n3", "2:2: expected '.', 'O' or a count, found the end of the file"),
    ("!\n3!", "2:2: expected '.', 'O' or a count, found '!'"),
    ("!\n1152921504606846977O", "2:1: the count exceeds the limit of"),
    ("!\n1152921504606846976O9O", "2:21: the row exceeds the limit of"),
  ])
  func `errors in Dblife have place and message`(text: String, complaint: String) {
    let said = Text.strict.complaint(text) ?? "nothing"
    #expect(said.hasPrefix("in:" + complaint), "\(said)")
  }

  @Test func `coordinates do not overflow under any limit`() {
    var text = Text.strict
    text.options.limits.extent = .max
    let said = text.complaint("!\nO1152921504606846977.O") ?? "nothing"
    #expect(
      said.contains("the distance between cells exceeds the limit of 1152921504606846976"),
      "\(said)")
  }

  @Test func `Dblife names in comments and the number of rows are read`() throws {
    var pattern = Art.pattern("....OOO..O\n\n\nO")
    pattern.notes = [.init(.name, text: Array("Marks".utf8))]
    #expect(try Text.strict.text(pattern) == "!Name: Marks\n4.3O2.O\n.\n.\nO\n")
    pattern.notes = []
    #expect(try Text.strict.text(pattern).hasPrefix("!\n4.3O"))
  }
}
