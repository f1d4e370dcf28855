import Foundation
@testable import LifeArguments
import LifeRender
import LifeReport
import TestSupport
import Testing

@testable import LifeCommand

/// The README and the articles: their commands run, and their outputs and tables are the program's.
@Suite struct PageTests {
  /// Other programs, each with a text in the commands that need it.
  static let tools: [(tool: Tool, mark: String)] = [
    (.ffmpeg, "ffmpeg"), (.ffmpeg, "mp4"), (.imageMagick, "| convert"), (.netpbm, "pulsar-"),
    (.gifsicle, "gifsicle"),
  ]

  @Test func `pages of the documentation and their commands are found`() {
    #expect(Page.all.count > 8)
    #expect(Page.all.flatMap(\.commands).count > 100)
    #expect(Page.all.flatMap(\.sessions).count > 8)
  }

  @Test(.runsProgram, arguments: Page.all)
  func `each block of a page runs alone and shows what the page shows`(page: Page) throws {
    let sessions = try page.blocks.flatMap { block in
      try Effort.updatesGoldenFiles || Self.tool(of: block) == nil ? Self.run(block, of: page) : []
    }
    if Effort.updatesGoldenFiles, Self.tools.allSatisfy(\.tool.isInstalled) {
      try page.replaceSessions(with: sessions)
    }
  }

  @Test(.runsProgram, .needs(.ffmpeg), arguments: Page.all)
  func `each block of a page with ffmpeg runs alone`(page: Page) throws {
    try Self.runBlocks(of: page, with: .ffmpeg)
  }

  @Test(.runsProgram, .needs(.imageMagick), arguments: Page.all)
  func `each block of a page with ImageMagick runs alone`(page: Page) throws {
    try Self.runBlocks(of: page, with: .imageMagick)
  }

  @Test(.runsProgram, .needs(.netpbm), arguments: Page.all)
  func `each block of a page with netpbm runs alone`(page: Page) throws {
    try Self.runBlocks(of: page, with: .netpbm)
  }

  @Test(.runsProgram, .needs(.gifsicle), arguments: Page.all)
  func `each block of a page with gifsicle runs alone`(page: Page) throws {
    try Self.runBlocks(of: page, with: .gifsicle)
  }

  private static func runBlocks(of page: Page, with tool: Tool) throws {
    for block in page.blocks where Self.tool(of: block) == tool {
      _ = try Self.run(block, of: page)
    }
  }

  /// The first program that a block needs.
  private static func tool(of block: [Page.Step]) -> Tool? {
    tools.first { tool in block.contains { $0.text.contains(tool.mark) } }?.tool
  }

  /// Runs a block without the steps whose program is missing. Returns what its sessions show.
  private static func run(_ block: [Page.Step], of page: Page) throws -> [String] {
    let shell = try Shell()
    let missing = tools.filter { !$0.tool.isInstalled }.map(\.mark)
    return try block.compactMap { step in
      guard !missing.contains(where: step.text.contains) else { return nil }
      switch step {
      case .command(let line):
        let result = try shell.run(line)
        #expect(result.status == 0, "\(page.name): \(line): \(result.errors)")
        return nil
      case .session(let text):
        let shown = try session(text, in: shell)
        if !Effort.updatesGoldenFiles {
          #expect(timeless(shown) == timeless(text), "\(page.name)")
        }
        return shown
      }
    }
  }

  /// The commands of a session, each with its output.
  private static func session(_ text: String, in shell: Shell) throws -> String {
    try text.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { line in
      let result = try shell.run("{ \(line.dropFirst(2))\n} 2>&1")
      return "\(line)\n\(result.text)"
    }.joined()
  }

  /// The text without elapsed times.
  private static func timeless(_ text: String) -> String {
    text.replacing(#/[0-9][0-9.e-]* m?s\n/#) { _ in "… ms\n" }
      .replacing(#/"seconds":[0-9.e-]+/#) { _ in "\"seconds\":0" }
  }

  /// The tables of the program, by the mark before them.
  static var tables: [String: TextTable] {
    func reference(_ section: ManualSection) -> TextTable {
      TextTable(
        header: section.header, rows: section.rows.map { ["`\($0[0])`"] + $0.dropFirst() })
    }
    return [
      "engines": reference(Reference.engines),
      "environment": reference(Reference.environment),
      "rules": TextTable(header: Reference.rules.header, rows: Reference.rules.rows),
      "exit codes": TextTable(
        header: ["code", "meaning"], rows: ExitCode.meanings.map { ["`\($0.code)`", $0.meaning] }),
      "themes": reference(Reference.themes),
    ]
  }

  @Test func `tables of a page equal those of the program`() throws {
    var tables = Self.tables.mapValues(\.markdown)
    tables["objects"] = PrintedObject.page
    tables["formats"] = FormatReport.table.text(FormatReport.all, as: .markdown)
    var found: [String] = []
    for page in Page.all {
      var text = try page.text
      for (name, table) in tables {
        guard let start = text.range(of: "<!-- \(name) -->\n")?.upperBound else { continue }
        let end = try #require(text.range(of: "<!-- /\(name) -->")?.lowerBound)
        text.replaceSubrange(start..<end, with: table)
        found.append(name)
      }
      if Effort.updatesGoldenFiles {
        try text.write(to: page.file, atomically: true, encoding: .utf8)
      } else {
        #expect(try page.text == text, "\(page.name)")
      }
    }
    #expect(found.sorted() == tables.keys.sorted())
  }

  /// The article about fields has the tables of the descriptions. So nothing else may be printed.
  @Test(.takesLong) func `every member of an object is described`() async throws {
    let described = Dictionary(
      uniqueKeysWithValues: PrintedObject.all.map { ($0.schema, Set($0.members.map(\.key))) })
    let output = try await Shell().session(
      """
      life run gosper-gun -n 9 --json --digest -q; life info gosper-gun --json --digest
      life run acorn --dry-run --json -o x.gif --plot p.svg --until 'pop>9'
      life run acorn --dry-run --json -o x.csv --checkpoint c --until 'pop>9'
      life run acorn -n 50 -o x.csv --checkpoint c --max-frames 4 -q; life info c --json
      life identify glider gosper-gun r-pentomino pulsar xp15_4r4z4r4 --json
      life identify acorn --max-period 99 --json; life identify beacon --objects --json
      life run glider -n 4 --to ndjson -q --columns births,deaths,bounds,digest
      life list glider --json; life formats --json; life rule B3/S23 --json
      life rule --list --json; life apgcode glider --json
      life check glider -n 9 --json -q; life diff glider block --json
      life diff glider glider --anywhere --json
      life census --root test_ --soups 0..9 --json -q -o a; life census --root test_ --soups 9 > b
      life census diff a b --json; life census verify a --json -q
      """
    ).text
    let objects = try output.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    // A benchmark takes long.
    let expected = Set(described.keys).subtracting(["life.bench/1"])
    #expect(Set(objects.compactMap { $0?["schema"] as? String }) == expected)
    for object in objects {
      var object = try #require(object)
      let schema = try #require(object.removeValue(forKey: "schema") as? String)
      let undescribed = Self.members(of: object).subtracting(try #require(described[schema]))
      #expect(undescribed.isEmpty, "\(schema)")
    }
  }

  /// The names of all members of a value, including inner ones: `bounds.width`.
  private static func members(of value: Any) -> Set<String> {
    if let object = value as? [String: Any] {
      return object.reduce(into: []) { names, member in
        names.insert(member.key)
        names.formUnion(members(of: member.value).map { "\(member.key).\($0)" })
      }
    }
    return (value as? [Any] ?? []).reduce(into: []) { $0.formUnion(members(of: $1)) }
  }

  @Test func `every schema of the sources is described`() throws {
    let sources = try Project.swiftFiles("Sources").map(\.text).joined()
    let schemas = Set(sources.matches(of: #/"(life\.[a-z]+/[0-9]+)"/#).map { String($0.1) })
    #expect(schemas == Set(PrintedObject.all.map(\.schema) + ["life.recording/1"]))
  }

  /// Links within the project lead to files, as a repository's pages need.
  @Test(arguments: Page.all)
  func `links of a page lead to files`(page: Page) throws {
    let folder = page.file.deletingLastPathComponent()
    let text = try page.text
    for link in text.matches(of: #/\]\(([A-Za-z][^):]*\.[a-z]+)\)/#) {
      let target = folder.appending(path: String(link.1))
      #expect(FileManager.default.fileExists(atPath: target.path()), "\(page.name): \(link.1)")
    }
    #expect(!text.contains("<doc:"), "\(page.name)")
    // `make docs` makes references of the links of each line.
    #expect(!text.contains(#/\[[^\]\n]*\n[^\[\]]*\]\([A-Za-z]+\.md\)/#), "\(page.name)")
    #expect(!text.contains(#/!\[[^\]]*\]\([^.)]*\)/#), "\(page.name): a picture without extension")
  }
}

/// A page of the documentation.
struct Page: Sendable, CustomTestStringConvertible {
  /// The path within the project.
  let name: String

  /// A command, or a session: commands after `$` with their output.
  enum Step {
    case command(String)
    case session(String)

    var text: String {
      switch self {
      case .command(let text), .session(let text): text
      }
    }
  }

  static let all: [Page] = {
    let catalogs = ["Sources/LifeCommand/Manual.docc", "Sources/Life/Documentation.docc"]
    let articles = catalogs.flatMap { catalog in
      let names = try? FileManager.default.contentsOfDirectory(atPath: Project.path(catalog))
      return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    }
    let pages = ["README.md", "ARCHITECTURE.md", ".github/READING.md"]
    return (pages + articles).map { Page(name: $0) }
  }()

  var testDescription: String { name }
  var file: URL { Project.root.appending(path: name) }
  var text: String { get throws { try Project.text(name) } }

  /// The lines of each `sh` block, and each `console` block, with the commands in tables after it.
  ///
  /// A cell of a table is a command if it is code with the program's name at its start.
  var blocks: [[Step]] {
    guard let text = try? text else { return [] }
    var blocks: [[Step]] = [[]]
    var block: (kind: Substring, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        switch block {
        case nil: block = (line.dropFirst(3), [])
        case (let kind, let lines)?:
          if kind == "console" { blocks.append([.session(lines.map { $0 + "\n" }.joined())]) }
          if kind == "sh" {
            blocks.append(
              lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { .command(String($0)) })
          }
          block = nil
        }
      } else if block != nil {
        block?.lines.append(line)
      } else if line.hasPrefix("|") {
        blocks[blocks.count - 1] += line.matches(of: #/`(life [^`]*)`/#)
          .map { .command(String($0.1).replacing("\\|", with: "|")) }
          .filter { !$0.text.contains("play ") }
      }
    }
    return blocks
  }

  var commands: [String] {
    blocks.joined().compactMap { if case .command(let line) = $0 { line } else { nil } }
  }

  var sessions: [String] {
    blocks.joined().compactMap { if case .session(let text) = $0 { text } else { nil } }
  }

  /// Rewrites the `console` blocks.
  func replaceSessions(with sessions: [String]) throws {
    var rest = try text[...]
    var result = ""
    for session in sessions {
      guard let start = rest.range(of: "```console\n")?.upperBound,
        let end = rest[start...].range(of: "```\n")?.lowerBound
      else { return }
      result += rest[..<start] + session
      rest = rest[end...]
    }
    try (result + rest).write(to: file, atomically: true, encoding: .utf8)
  }
}
