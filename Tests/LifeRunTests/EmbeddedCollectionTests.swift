import Foundation
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// The collection in the program.
@Suite struct EmbeddedCollectionTests {
  private static let root = Project.root.appending(path: "patterns")

  /// The names of the files below `patterns` except INDEX.md, sorted by bytes.
  private static func names() throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: root.path())
    return all.filter { $0.contains(".") && $0 != "INDEX.md" }
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  @Test func `the source of the collection lists the files of the folder`() throws {
    let names = try Self.names()
    let quoted = names.map { "    \"\($0)\\n\"\n" }.joined()
    let text = """
      // The files of patterns/. `make golden` rewrites this list, and a test compares it with the \
      folder.
      #include "patterns.h"

      #pragma clang diagnostic ignored "-Wc23-extensions"

      static const char names[] =
      \(quoted.dropLast());

      static const unsigned char files[] = {
      \(names.map { "#embed \"../../patterns/\($0)\" suffix(, 0,)\n" }.joined())};

      struct life_collection life_collection(void) {
        return (struct life_collection){names, sizeof names - 1, files, sizeof files};
      }

      """
    let file = Project.root.appending(path: "Sources/CPatterns/collection.c")
    if ProcessInfo.processInfo.environment["LIFE_GOLDEN"] == "update" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `the collection has the bytes of the files`() throws {
    let names = try Self.names()
    #expect(names.count > 250)
    #expect(EmbeddedCollection.names == names.map { Path($0) })
    let files = EmbeddedCollection.files
    #expect(files.count == names.count)
    for (name, bytes) in zip(names, files) {
      let expected = try Data(contentsOf: Self.root.appending(path: name))
      #expect(Data(bytes) == expected, "\(name)")
      let found = EmbeddedCollection.file(Path(name).fileName)
      #expect(found?.name == Path(name) && found?.bytes == bytes, "\(name)")
    }
    #expect(EmbeddedCollection.file("glide.rle") == nil)
    #expect(EmbeddedCollection.file("lider.rle") == nil)
  }

  @Test func `no two patterns have a name in common`() throws {
    var owners: [[UInt8]: String] = [:]
    for pattern in PatternLibrary.patterns {
      for name in pattern.names {
        let owner = owners.updateValue(pattern.name, forKey: LibraryPattern.key(name))
        #expect(owner == nil || owner == pattern.name, "\(name)")
      }
    }
    let names = Set(PatternLibrary.patterns.map(\.name))
    let table = try #require(EmbeddedCollection.file("names.tsv")).bytes
    let named = String(decoding: table, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(named.filter { !names.contains($0) } == ["name"])
  }

  @Test func `a pattern has the page and the names of its line in the table`() throws {
    let table = try #require(EmbeddedCollection.file("names.tsv")).bytes
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let pattern = try #require(PatternLibrary.find(named: Path(fields[0])), "\(line)")
      #expect(pattern.page ?? "" == fields[1])
      #expect(pattern.otherNames.joined(separator: ";") == fields[2])
    }
    #expect(PatternLibrary.otherNames(of: "name") == nil)
    #expect(PatternLibrary.otherNames(of: "") == nil)
  }

  @Test func `sizes, rules and periods are those of the catalogue`() throws {
    var known = 0
    for row in CatalogueEntry.all {
      let name = row.name
      let pattern = try #require(PatternLibrary.find(named: Path(name)), "\(name)")
      #expect(pattern.kind == row["kind"] && pattern.rule == row["rule"], "\(name)")
      #expect(pattern.width == row.number("width") && pattern.height == row.number("height"))
      guard let period = pattern.period else { continue }
      known += 1
      #expect(String(period) == row["period"], "\(name)")
    }
    #expect(known > 200)
  }
}
