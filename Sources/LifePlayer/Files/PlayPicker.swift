import LifeIO
import LifeRun
import LifeTerminal

/// The list of patterns to choose from. It is searched as you type.
struct PlayPicker {
  /// A pattern of the collection, by name and folder.
  struct ListedPattern: Hashable, Sendable {
    var name: String
    var kind: String
  }

  var field = Field("", text: "")
  var selected = 0
  let patterns: [ListedPattern]
  /// The pattern of the preview, once it is read.
  var preview: Preview?
  /// The pattern being read for the preview.
  var loading: String?

  struct Preview: Sendable {
    var name: String
    var picture: SimulationPicture?
    var glyphs: PlayGlyphs
    var facts: [String]
  }

  /// Well-known patterns come first.
  init(_ all: [ListedPattern]) {
    let known = Self.wellKnown.compactMap { name in all.first { $0.name == name } }
    patterns = known + all.filter { !Self.wellKnown.contains($0.name) }
    field.hint = "type to search"
  }

  private static let wellKnown = [
    "glider", "gosper-gun", "pulsar", "r-pentomino", "acorn", "lwss", "pentadecathlon",
    "simkin-gun", "puffer-1", "copperhead", "sir-robin", "diehard",
  ]

  /// The patterns with every word of the search: first names that begin with it, the shortest at
  /// the top, then others with such a word: `ant` finds `langtons-ant` before `pentant`.
  var matches: [ListedPattern] {
    let words = field.string.lowercased().drop { $0 == "/" }.split(separator: " ")
    guard let first = words.first else { return patterns }
    let found = patterns.filter { pattern in
      words.allSatisfy { pattern.name.hasPart($0) || pattern.kind.hasPart($0) }
    }
    let begin = found.filter { $0.name.hasPrefix(first) }.sorted { $0.name.count < $1.name.count }
    let others = found.filter { !$0.name.hasPrefix(first) }
    let haveWord = others.filter { $0.name.hasPart("-\(first)") }
    return begin + haveWord + others.filter { !$0.name.hasPart("-\(first)") }
  }

  var choice: ListedPattern? {
    let matches = matches
    return matches.indices.contains(selected) ? matches[selected] : nil
  }
}
