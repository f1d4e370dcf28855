import Foundation
import TestSupport
import Testing

/// Every public declaration of the libraries has a docstring, and there are few public types.
@Suite struct PublicDocumentationTests {
  static let files = (try? Project.swiftFiles("Sources/Life")) ?? []

  @Test(arguments: ["Life", "LifeTerminal"])
  func `every public declaration has a docstring`(library: String) throws {
    var count = 0
    for file in try Project.swiftFiles("Sources/\(library)") {
      let declarations = try PublicDeclaration.all(in: file.text)
      count += declarations.count
      for found in declarations where !found.hasDocstring {
        Issue.record("\(file.name):\(found.line): '\(found.name)' has no docstring")
      }
    }
    #expect(count > 100)
  }

  @Test func `there are fewer than 40 public types`() throws {
    let types = try Self.files.flatMap { try PublicDeclaration.all(in: $0.text) }.filter(\.isType)
    #expect((10..<40).contains(types.count), "\(types.map(\.name))")
  }

  static func landingPage(_ library: String) throws -> String {
    let path = "Sources/\(library)/Documentation.docc/\(library).md"
    return try String(contentsOf: Project.root.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: ["Life", "LifeTerminal"])
  func `the landing page lists every public type`(library: String) throws {
    let topics = try #require(Self.landingPage(library).split(separator: "## Topics").last)
    for file in try Project.swiftFiles("Sources/\(library)") {
      for type in try PublicDeclaration.all(in: file.text) where type.isType && !type.isNested {
        let name = type.name.split(separator: " ").last ?? ""
        #expect(topics.contains("- ``\(name)``\n"), "\(name)")
      }
    }
  }

  @Test(arguments: [("Life", "consumer"), ("LifeTerminal", "counter")])
  func `the landing page has a program of the consumer package`(
    library: String, name: String
  ) throws {
    let program = try String(
      contentsOf: Project.root.appending(path: "Tests/Consumer/Sources/\(name)/main.swift"),
      encoding: .utf8)
    #expect(try Self.landingPage(library).contains("```swift\n\(program)```"))
  }

  @Test func `declarations without a docstring are found`() throws {
    let source = """
      /// A type.
      public struct A {
        public var b: Int

        /// With a docstring and an attribute.
        @inlinable
        public func c() { let text = "public var d = 1" }
        // public var e = 1
        var f = 1
      }

      public enum G {
        /// A case.
        case h
        case i(Int), j
        func k() { switch self { case .h: break } }
        enum L { case m }
      }

      /// Constants.
      public extension A {
        static let n = 1
      }
      """
    let missing = try PublicDeclaration.all(in: source).filter { !$0.hasDocstring }
    #expect(missing.map(\.name) == ["var b", "enum G", "case i", "static let n"])
    #expect(missing.map(\.line) == [3, 12, 15, 22])
    #expect(try PublicDeclaration.all(in: source).filter(\.isType).map(\.name).count == 2)
  }
}

/// A public declaration in a source file.
private struct PublicDeclaration {
  /// Modifiers and a keyword with what follows, such as `static func +` or `case rle`.
  var name: String
  /// From 1.
  var line: Int
  var hasDocstring: Bool
  var isType: Bool
  var isNested: Bool

  /// Finds the public declarations of a file, the cases of public enums and the members of public
  /// extensions.
  static func all(in text: String) throws -> [Self] {
    let blanked = String(decoding: try SwiftSource(text).blanked, as: UTF8.self)
    let pattern = Self.pattern
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let code = blanked.split(separator: "\n", omittingEmptySubsequences: false)
    var all: [Self] = []
    /// What each open brace belongs to.
    var open: [Scope] = []
    /// What the next opening brace belongs to.
    var declared = Scope.other
    for (index, line) in code.enumerated() {
      let scope = open.last ?? .file
      if let match = line.prefixMatch(of: pattern) {
        let isPublic = match.access != nil || scope == .publicExtension
        declared = Scope(match.keyword, isPublic: isPublic)
        let isCase = match.keyword == "case" && scope == .publicEnum
        if match.keyword != "extension", isCase || isPublic && match.keyword != "case" {
          let isType = ["struct", "class", "enum", "protocol", "actor"].contains(match.keyword)
          let name = [match.modifier, match.keyword, match.name].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: " ")
          all.append(
            Self(
              name: name, line: index + 1, hasDocstring: hasDocstring(before: index, lines),
              isType: isType, isNested: !open.isEmpty))
        }
      }
      for character in line {
        if character == "{" {
          open.append(declared)
          declared = .other
        } else if character == "}" {
          _ = open.popLast()
        }
      }
    }
    return all
  }

  private enum Scope {
    case file, publicEnum, publicExtension, other

    init(_ keyword: Substring, isPublic: Bool) {
      self =
        keyword == "enum" && isPublic
        ? .publicEnum : keyword == "extension" && isPublic ? .publicExtension : .other
    }
  }

  private static var pattern:
    Regex<
      (
        Substring, access: Substring?, modifier: Substring?, keyword: Substring, name: Substring
      )
    >
  {
    #/
      \s* (?:@\w+ \s+)* (?<access> public \s+ )? (?: (?:final|indirect|mutating) \s+ )*
      (?<modifier> static )? \s*
      (?<keyword> struct|class|enum|protocol|actor|extension|func|var|let|init|subscript|case
        |typealias ) \b
      \s* (?<name> \w+ | [-+*\/<>=!&|^%~]+ | )
    /#
  }

  /// Whether the lines directly before a declaration, without its attributes, are a docstring.
  private static func hasDocstring(before index: Int, _ lines: [Substring]) -> Bool {
    let above = lines[..<index].last { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("@") }
    return above?.trimmingPrefix(while: \.isWhitespace).hasPrefix("///") ?? false
  }
}
