import LifeArguments
import LifeRender

/// The columns of a table as typed: `generation,population,births`.
struct TableColumns: Hashable, ValueParsable {
  var columns: [TableColumn]

  init(columns: [TableColumn]) { self.columns = columns }

  init(argument: Argument) throws(ValueError) {
    columns = []
    let words = TableColumn.allCases.map(\.rawValue)
    for part in argument.text.split(separator: ",") {
      guard let column = TableColumn(rawValue: String(part)) else {
        throw ValueError(
          "expected \(words.listed(with: "and")), found '\(Argument(String(part)))'",
          hint: didYouMean(String(part), among: words))
      }
      if columns.contains(column) {
        throw ValueError("expected different columns, found \(column.rawValue) twice")
      }
      columns.append(column)
    }
    if columns.isEmpty { throw ValueError("expected columns such as generation,population") }
  }
}
