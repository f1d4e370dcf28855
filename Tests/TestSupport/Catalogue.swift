import Foundation
import Testing

/// One row of the table of the collection's patterns and their known facts.
public struct CatalogueEntry: CustomTestStringConvertible, Sendable {
  public let columns: [String: String]

  public var name: String { self["name"] }
  public var fact: String { self["fact"] }
  public var testDescription: String { name }
  public subscript(column: String) -> String { columns[column] ?? "" }
  public func number(_ column: String) -> Int? { Int(self[column]) }

  public static let all = Project.table("Tests/Catalogue/catalogue.tsv")
    .map { CatalogueEntry(columns: $0) }

  public static func named(_ name: String) throws -> CatalogueEntry {
    try #require(all.first { $0.name == name }, "\(name)")
  }

  /// The file of the pattern.
  public var path: String { Project.path("patterns/\(self["path"])") }
}

extension Project {
  /// The rows of a tab-separated table, each by the names of its columns.
  public static func table(_ name: String) -> [[String: String]] {
    let lines = lines(ofTable: name)
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  /// The rows of a tab-separated table without its head.
  public static func rows(ofTable name: String) -> [[String]] {
    Array(lines(ofTable: name).dropFirst())
  }

  private static func lines(ofTable name: String) -> [[String]] {
    let text = (try? text(name)) ?? ""
    return text.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
