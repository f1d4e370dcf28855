import Testing

/// The measure of functions is itself measured, on sources that are hard to read.
@Suite struct SwiftSourceTests {
  /// The lengths of the bodies in a source.
  private func lengths(_ text: String) throws -> [Int] {
    try SwiftSource(text).bodies().map(\.length)
  }

  @Test(arguments: [
    ("func f() {\n  a()\n  b()\n}", [2]),
    ("func f(\n  a: Int,\n  b: Int\n) -> Int\nwhere A == B {\n  a\n}", [1]),
    ("func f()\n{\n  a()\n}", [1]),
    ("func f() {}", [1]),
    ("struct S { func f() { a() } }", [1]),
    ("struct S {\n  init() {\n    a()\n  }\n  deinit {\n  }\n}", [1, 0]),
    (
      "struct S {\n  var a: Int { 1 }\n  var b: Int {\n    get {\n    }\n    set {\n    }\n  }\n}",
      [1, 4]
    ),
    ("struct S {\n  subscript(x: Int) -> Int {\n    x\n  }\n}", [1]),
    ("struct S {\n  static let a = [1].map {\n    $0\n  }\n  var b = 1\n}", [1]),
    ("struct S {\n  var a = 1 {\n    didSet {\n    }\n  }\n}", [2]),
    ("let a: Int = {\n  1\n}()", [1]),
    ("class C {\n  class func f() {\n    a()\n  }\n  class var a: Int {\n    1\n  }\n}", [1, 1]),
    ("func f() {\n  if a {\n  } else {\n  }\n  g { x in\n  }\n}", [5]),
    ("func f() {\n  func g() {\n  }\n}", [2]),
    ("func f() {\n  struct S {\n    func g() {\n    }\n  }\n}", [4, 0]),
    ("enum E {\n  case a\n  case b\n}", []),
    (
      "extension E: P where T: ~Copyable {\n}\nprotocol P: AnyObject {\n  var a: Int { get }\n}",
      [1]
    ),
    ("func f(class c: Int) {\n  a(.struct, .enum { b })\n}", [1]),
    ("@Suite struct `a { b` {\n  @Test func `} is { a brace`() {\n    a()\n  }\n}", [1]),
  ])
  func `bodies of members are measured`(source: String, expected: [Int]) throws {
    #expect(try lengths(source) == expected)
  }

  /// Each stands for one line of a body of three.
  @Test(arguments: [
    #"let a = "}""#,
    #"let a = "\"}""#,
    #"let a = "\\" // }"#,
    #"let a = "{ \(b) }}""#,
    #"let a = "\(b { "}" + "\(c { "{{" })" })}""#,
    #"let a = "\(b(")", (1)))}""#,
    ##"let a = #"}\"#"##,
    ##"let a = #"\(}"#"##,
    ##"let a = #"\#(b { "}" })}"#"##,
    ##"let a = #"""#, b = "}""##,
    ##"let a = #""}""#"##,
    ###"let a = ##"}"# } "##"###,
    #"let a = ""; let b = "}""#,
    "// } \"",
    "/* } \" /* } */ } */",
    "a() /* { */",
    "let a = /[}\"]/",
    "let a = b.split(/}\\/{2,}/)",
    "let a = #/}/\"/#",
    "let a = b / c; let d = \"}\" // /",
    "let a = (b) / c / d; e(\"}\")",
    "let a = b[1] / 2 + \"{\" / 3",
    "let a = `}`",
    "#if DEBUG",
    "let a = \"é}🐇{\"",
  ])
  func `braces in literals and comments are none`(line: String) throws {
    #expect(
      try lengths("func f() {\n  a()\n\(line)\n  b()\n}\nfunc g() {\n}") == [3, 0], "\(line)")
  }

  @Test func `strings of several lines end where they do`() throws {
    let quotes = "\"\"\""
    let plain =
      "func f() {\n  let a = \(quotes)\n } \"\" \" \\\(quotes) {\n    \\(b { c })\n    \(quotes)\n}"
    #expect(try lengths(plain) == [4])
    let raw =
      "func f() {\n  let a = #\(quotes)\n    } \(quotes) \\(}\n    \\#(b { c })\n    \(quotes)#\n}"
    #expect(try lengths(raw) == [4])
    let expression = "func f() {\n  let a = #/\n    } \" {{\n    /#\n}"
    #expect(try lengths(expression) == [3])
  }

  @Test func `lines are those of the opening braces`() throws {
    let source = "/*\n*/ let s = \"\"\"\n  {\n  \"\"\"\nfunc f(\n) {\n}\nlet c = { 1 }\n"
    let bodies = try SwiftSource(source).bodies()
    #expect(bodies == [.init(line: 6, length: 0), .init(line: 8, length: 1)])
  }

  @Test(arguments: [
    ("func f() {\n  {\n}", 1), ("a()\n}", 2), ("let a = \"b", 1), ("\n/* /* */", 2),
    ("let a = \"\"\"\n  b", 1), ("let a = \"\\(b\"", 1), ("let a = #/b", 1), ("a(", 1),
  ])
  func `what does not end is an error with its line`(source: String, line: Int) {
    #expect(throws: SwiftSource.Unbalanced(line: line)) { try lengths(source) }
  }

  @Test func `only code is left`() throws {
    let source = "let a = \"b\\(c)\" // d\nlet `e f` = #\"g\"#"
    let blanked = String(decoding: try SwiftSource(source).blanked, as: UTF8.self)
    #expect(blanked.utf8.count == source.utf8.count)
    #expect(blanked.split { $0 == " " } == ["let", "a", "=", "c", "\nlet", "_", "="])
  }
}
