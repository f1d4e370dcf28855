import Foundation
import TestSupport
import Testing

/// The limits on the size of files and lines, and on paths.
@Suite struct SourceTests {
  static let files = (try? Project.swiftFiles("Sources")) ?? []
  static let tests = (try? Project.swiftFiles("Tests")) ?? []

  /// The sources without the symbolic links to the baseline kernels.
  static var own: [(name: String, text: String)] {
    files.filter { !$0.name.contains("LifeKernelsV") }
  }

  @Test func `sources and tests are found`() {
    #expect(Self.files.count > 50 && Self.tests.count > 10)
  }

  @Test func `files have at most 400 lines`() {
    for file in Self.own + Self.tests {
      #expect(lines(file.text).dropLast().count <= 400, "\(file.name) is too long")
    }
  }

  /// The default file systems of macOS and Windows treat them as one file or folder.
  @Test func `no two paths or targets differ only in case`() throws {
    let manager = FileManager.default
    for top in ["Sources", "Tests", "patterns"] {
      var names: [String: String] = [:]
      for path in try manager.subpathsOfDirectory(atPath: Project.path(top)) {
        let other = names.updateValue(path, forKey: path.lowercased())
        #expect(other == nil, "\(top)/\(path) and \(top)/\(other ?? "")")
      }
    }
  }

  @Test func `lines have at most 100 columns`() {
    for file in Self.own + Self.tests {
      for (number, line) in lines(file.text).enumerated() where line.count > 100 {
        Issue.record("\(file.name):\(number + 1) has \(line.count) columns")
      }
    }
  }

  @Test(arguments: ["ARCHITECTURE.md", ".github/READING.md"])
  func `pages for contributors name files that exist`(page: String) throws {
    let text = try Project.text(page)
    let names = Set(text.matches(of: /Life[A-Za-z0-9\/+]+\.swift/).map { String($0.output) })
    #expect(!names.isEmpty)
    for name in names {
      let isFile = FileManager.default.fileExists(atPath: Project.path("Sources/\(name)"))
      #expect(isFile, "\(page): \(name)")
    }
  }

  @Test func `tests start processes at one place, which gives them a home of their own`() {
    let places = Self.tests.filter { $0.text.contains("Process" + "()") }.map(\.name)
    #expect(places == ["Tests/TestSupport/TestProcess.swift"])
  }

  @Test func `sources contain no marks of unfinished work`() {
    let marks = [
      "TO" + "DO", "FIX" + "ME", "X" + "XX", "fatal" + "Error", "try" + "!", "as" + "! ",
    ]
    for file in Self.own {
      for mark in marks where file.text.contains(mark) {
        Issue.record("\(file.name) contains \(mark)")
      }
    }
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
