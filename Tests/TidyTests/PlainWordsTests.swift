import Foundation
import TestSupport
import Testing

/// Names, comments, help and documents use the field's words, not invented ones.
///
/// Words are compared without case, and identifiers part by part: `filmReel` is `film reel`.
@Suite struct PlainWordsTests {
  /// What is not written, and what is written instead.
  static let replacements: [(words: [String], instead: String)] = [
    (["rival", "rivals"], "trial engine"),
    (["contest", "contests"], "engine selection"),
    (["stint", "stints"], "span"),
    (["leap", "leaps", "leaping"], "step, step timings"),
    (["shelf", "shelves"], "sharded hash table"),
    (["canon"], "node table"),
    (["crew", "crews", "team", "teams", "monitor", "monitors"], "worker pool"),
    (["camera", "cameras"], "viewport"),
    (["director", "directors"], "view plan"),
    (["projector", "projectors"], "render queue"),
    (["reel", "reels"], "frame output"),
    (["outlook", "outlooks"], "run bounds"),
    (["road", "roads"], "pipeline, run"),
    (["engine room"], "engine options"),
    (["talk", "talks"], "diagnostics"),
    (["stranger", "strangers"], "untrusted files"),
    (["leftover", "leftovers"], "temporary files"),
    (["outlet", "outlets"], "sample writer"),
    (["film", "films"], "animation, video"),
    (["fate", "fates"], "transition"),
    (
      ["somebody", "nobody", "whoever", "who asks", "for who", "knows", "wants"], "the code itself"
    ),
    (["what came out", "what comes out"], "the result"),
    (["what becomes of", "what became of"], "the successor, the next state"),
    (["what lives", "the living"], "live cells"),
    (["go on with", "goes on with", "going on with", "went on with", "gone on with"], "resume"),
    (["is whole", "are whole", "not whole", "whole file", "whole files"], "complete, valid"),
    (["is no", "are no"], "is not a, invalid"),
    (["so many", "so much"], "number of, limit"),
    (["count far"], "Larger than Life"),
    (["goes away", "went away"], "a closed pipe"),
    (["wrong data", "a fault in"], "invalid data, internal error"),
    (["than there can be"], "size overflows"),
  ]

  /// Plain English that contains one of them.
  static let exceptions = [
    "there is no", "there are no", "is no longer", "is no more", "is no less", "are no longer",
    "is no greater", "is no larger", "answer is no",
  ]

  /// Where the words are looked for: a name, and the files and folders.
  static let areas: [String] =
    [
      "LifeFaults", "LifeCore", "LifeIO", "LifeFormats", "LifeKernels", "LifeKernelsBaseline",
      "LifeEngines", "LifeAnalysis", "LifeRender", "LifeRun", "LifeTerminal", "Life", "life",
      "CCPU", "CZlib", "CPatterns",
    ].map { "Sources/\($0)" } + [
      "Tests/Soak", "Tests/Fuzz", "Tests/Benchmarks", "Tests/Corpus", "Tests/CommandTests",
      "Tests/LifeCoreTests", "Tests/LifeIOTests", "Tests/LifeFormatsTests",
      "Tests/LifeEnginesTests", "Tests/LifeAnalysisTests", "Tests/LifeRenderTests",
      "Tests/LifeRunTests", "Tests/LifeTerminalTests", "Tests/TestSupport",
      "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "patterns/INDEX.md", "Makefile", ".ci/run",
    ]

  @Test(arguments: areas)
  func `every area uses plain words`(area: String) throws {
    for file in try Self.files(in: area) {
      for finding in Self.findings(in: file.text) { Issue.record("\(file.name):\(finding)") }
    }
  }

  @Test func `every layer is an area`() {
    let sources =
      (try? FileManager.default.contentsOfDirectory(atPath: Project.path("Sources"))) ?? []
    #expect(sources.count > 8)
    // Symbolic links lead to the baseline's kernels.
    for layer in sources where !layer.hasPrefix("LifeKernelsV") {
      #expect(Self.areas.contains("Sources/\(layer)"), "\(layer)")
    }
  }

  @Test(arguments: [
    ("let filmReel = 1", ["film", "reel"]), ("/// It is\n  /// no rule.", ["is no"]),
    ("There is no rule; the answer is no.", []), ("Canonical directories, filmed", []),
    ("HTTPRoad\nWHO ASKS", ["road", "who asks"]), ("a_talk(crew2)", ["talk", "crew"]),
  ])
  func `words are found in names and across lines`(text: String, expected: [String]) {
    let found = Self.findings(in: text).map { $0.split(separator: "'")[1] }
    #expect(found.map(String.init) == expected)
  }
}

extension PlainWordsTests {
  /// The text files of an area, which is a file or a folder.
  private static func files(in area: String) throws -> [(name: String, text: String)] {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    try #require(manager.fileExists(atPath: Project.path(area), isDirectory: &isFolder), "\(area)")
    let names =
      isFolder.boolValue
      ? try manager.subpathsOfDirectory(atPath: Project.path(area)).map { "\(area)/\($0)" }
      : [area]
    return names.sorted().compactMap { name in
      guard !name.contains("/Seeds/"),
        let data = manager.contents(atPath: Project.path(name)),
        let text = String(bytes: data, encoding: .utf8)
      else { return nil }
      return (name, text)
    }
  }

  /// The parts of identifiers and prose, in lower case.
  private static func words(_ text: String) -> [(word: Substring, line: Int)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { number, line in
        line.matches(of: #/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/#)
          .map { (line[$0.range].lowercased()[...], number + 1) }
      }
  }

  private typealias Phrase = (words: [Substring], instead: String?)

  /// The phrases that begin with a word; `instead` is nil for an exception.
  private static let phrases: [Substring: [Phrase]] = {
    let all =
      exceptions.map { ($0.split(separator: " "), nil) }
      + replacements.flatMap { row in
        row.words.map { ($0.split(separator: " "), row.instead) }
      }
    return Dictionary(grouping: all as [Phrase]) { $0.words[0] }
  }()

  /// What is to be written in another way: the line, the words and the words instead.
  private static func findings(in text: String) -> [String] {
    let words = words(text)
    var covered: Set<Int> = []
    var findings: [(start: Int, text: String)] = []
    for start in words.indices {
      for phrase in phrases[words[start].word] ?? [] {
        let place = start..<start + phrase.words.count
        guard place.upperBound <= words.count,
          zip(phrase.words, words[place]).allSatisfy({ $0 == $1.word })
        else { continue }
        if let instead = phrase.instead {
          let found = phrase.words.joined(separator: " ")
          findings.append((start, "\(words[start].line): '\(found)': write '\(instead)'"))
        } else {
          covered.formUnion(place)
        }
      }
    }
    return findings.filter { !covered.contains($0.start) }.map(\.text)
  }
}
