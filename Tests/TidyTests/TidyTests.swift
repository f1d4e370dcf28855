import Foundation
import TestSupport
import Testing

/// The numbers and promises that keep the sources readable.
@Suite struct `The sources` {
  static let files = (try? Project.swiftFiles("Sources")) ?? []
  static let tests = (try? Project.swiftFiles("Tests")) ?? []

  /// Symbolic links count once, where the file really is.
  static var own: [(name: String, text: String)] {
    files.filter { !$0.name.contains("LifeKernelsV") }
  }

  @Test func `are found`() { #expect(Self.files.count > 50 && Self.tests.count > 10) }

  @Test func `are short files`() {
    let lengths = Self.own.map { lines($0.text).count }.sorted()
    for file in Self.own + Self.tests {
      #expect(lines(file.text).count <= 500, "\(file.name) is too long")
    }
    #expect((60...150).contains(lengths[lengths.count / 2]))
    #expect(lengths[lengths.count * 9 / 10] < 400)
  }

  @Test func `have lines of at most 100 columns`() {
    for file in Self.own + Self.tests {
      for (number, line) in lines(file.text).enumerated() where line.count > 100 {
        Issue.record("\(file.name):\(number + 1) has \(line.count) columns")
      }
    }
  }

  @Test func `have short functions`() {
    let functions = Self.own.flatMap { measured(in: $0.text, of: $0.name) }
    for function in functions where function.length > 70 {
      Issue.record("\(function.name) has \(function.length) lines")
    }
    let lengths = functions.map(\.length).sorted()
    #expect(lengths[lengths.count / 2] <= 8)
    #expect(lengths[lengths.count * 9 / 10] < 25)
  }

  @Test func `leave nothing for later`() {
    let marks = [
      "TO" + "DO", "FIX" + "ME", "X" + "XX", "fatal" + "Error", "try" + "!", "as" + "! ",
    ]
    for file in Self.own {
      for mark in marks where file.text.contains(mark) {
        Issue.record("\(file.name) contains \(mark)")
      }
    }
  }

  /// The lines of a function from its opening to its closing brace.
  private func measured(in text: String, of file: String) -> [(name: String, length: Int)] {
    let lines = lines(text)
    return lines.indices.compactMap { start in
      let line = lines[start]
      guard line.hasSuffix("{"), line.contains("func ") || line.contains("init(") else {
        return nil
      }
      let indent = line.prefix { $0 == " " }
      let end = lines[(start + 1)...].firstIndex { $0 == indent + "}" }
      return end.map { ("\(file):\(start + 1)", $0 - start - 1) }
    }
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

/// A layer imports what the manifest's table allows, and nothing else.
@Suite struct `The layers` {
  /// The rows of the table in the manifest: a name and what it may import.
  static let table: [String: Set<String>] = {
    let manifest = Project.root.appending(path: "Package.swift")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [:] }
    var table: [String: Set<String>] = [:]
    for match in text.matches(of: #/\("(Life\w+)", (.*)\),\n/#) {
      let words = match.2.matches(of: #/"(\w+)"/#).map { String($0.1) }
      table[String(match.1)] = Set(words)
    }
    return table
  }()

  static let system: Set<String> = ["Glibc", "Darwin", "Synchronization"]

  @Test func `are in the manifest`() {
    #expect(Self.table["LifeFormats"] == ["LifeCore", "LifeIO"])
  }

  @Test(arguments: ["LifeCore", "LifeIO", "LifeFormats", "LifeEngines", "LifeRender"])
  func `import what they may`(layer: String) throws {
    let allowed = try #require(Self.table[layer]).union(Self.system)
    for file in try Project.swiftFiles("Sources/\(layer)") {
      for match in file.text.matches(of: #/(?m)^\s*(?:\w+ )?import (\w+)/#) {
        #expect(allowed.contains(String(match.1)), "\(file.name) imports \(match.1)")
      }
    }
  }

  @Test func `do without Foundation`() throws {
    for file in try Project.swiftFiles("Sources") {
      #expect(!file.text.contains("import Foundation"), "\(file.name)")
    }
  }
}

#if os(Linux)
  /// A function that two object files share is kept once by the linker, and it may keep the one
  /// that was compiled for a CPU that this machine does not have.
  @Suite struct `The kernels for newer CPUs` {
    @Test func `share no function with the rest`() throws {
      let shell = try Shell()
      defer { shell.remove() }
      let folders = try FileManager.default.contentsOfDirectory(atPath: Project.products.path())
        .filter { $0.hasPrefix("Life") && $0.hasSuffix(".build") }
      var weak: [String: Set<String>] = [:]
      for folder in folders {
        let path = Project.products.appending(path: folder).path()
        let names = try shell.run(
          "find \(path) -name '*.o' -exec nm {} + | awk '$2 == \"W\" {print $3}'")
        weak[folder] = Set(names.text.split(separator: "\n").map(String.init))
      }
      let newer = weak.keys.filter { $0.contains("V3") || $0.contains("V4") }
      #expect(newer.count == 2)
      for level in newer {
        for (folder, names) in weak where folder != level {
          let shared = names.intersection(weak[level] ?? [])
          #expect(shared.isEmpty, "\(level) and \(folder) share \(shared)")
        }
      }
    }
  }
#endif
