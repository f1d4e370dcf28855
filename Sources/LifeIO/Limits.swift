/// How much a file may ask of us before it is refused.
package struct Limits: Sendable {
  /// Bytes of a file as it is, compressed or not.
  package var inputBytes = Int.max
  /// Bytes of input after decompression.
  package var expandedBytes = 64 << 30
  /// Bytes of input that must be held at once because a word or a line is not over yet.
  package var tokenBytes = 64 << 20
  /// How many times its size compressed data may grow to, after the first few bytes.
  package var expansion = Allowance(first: 8 << 20, forEach: 200)
  /// How many bytes of it do not count if reading them was no work: those of long, dull rows.
  package var easyBytes = 1 << 27
  /// Bytes that the cells of one pattern may take in memory.
  package var cellBytes = 4 << 30
  /// Bytes that they may take for each byte of the file, after the first few: a dozen characters
  /// can ask for a row of a billion cells.
  package var cellExpansion = Allowance(first: 64 << 20, forEach: 1024)
  /// Bytes of names, comments and text around the cells.
  package var noteBytes = 16 << 20
  /// Bytes of text after the end of the cells that are kept.
  package var trailerBytes = 1 << 20
  /// The largest distance between two cells, along an axis.
  package var extent = 1 << 60
  /// The levels of a macrocell file's tree.
  package var levels = 4096
  /// The states of a rule.
  package var states = 256
  /// Bytes of a file that defines a rule.
  package var ruleBytes = 64 << 20

  package init() {}

  /// What may come of so many bytes: a part that is always allowed, and a part for each of them.
  package struct Allowance: Sendable {
    package var first: Int
    package var forEach: Int

    package init(first: Int, forEach: Int) {
      self.first = first
      self.forEach = forEach
    }

    func bytes(from count: Int) -> Int {
      let (product, overflow) = forEach.multipliedReportingOverflow(by: count)
      return overflow ? .max : product > .max - first ? .max : product + first
    }
  }
}

extension Limits {
  /// A limit, and what options and the environment call it.
  package struct Named: Sendable {
    package let name: String
    package let meaning: String
    package let path: any WritableKeyPath<Limits, Int> & Sendable
  }

  package static var all: [Named] {
    [
      Named(name: "input", meaning: "bytes of a file", path: \.inputBytes),
      Named(name: "expanded", meaning: "bytes once decompressed", path: \.expandedBytes),
      Named(
        name: "expansion",
        meaning: "times its size that large compressed data may grow to, but for long rows",
        path: \.expansion.forEach),
      Named(name: "line", meaning: "bytes that must be held at once", path: \.tokenBytes),
      Named(name: "cells", meaning: "bytes that the cells take", path: \.cellBytes),
      Named(
        name: "cell-expansion", meaning: "bytes that many cells take for each byte of their file",
        path: \.cellExpansion.forEach),
      Named(name: "notes", meaning: "bytes of names and comments", path: \.noteBytes),
      Named(name: "text", meaning: "bytes kept of what follows the cells", path: \.trailerBytes),
      Named(name: "extent", meaning: "cells along an axis", path: \.extent),
      Named(name: "levels", meaning: "levels of a tree", path: \.levels),
      Named(name: "states", meaning: "states of a rule", path: \.states),
      Named(name: "rule", meaning: "bytes of a rule file", path: \.ruleBytes),
    ]
  }

  /// All of them with their meanings and how much they are if nobody changes them, for people.
  package static let list =
    all.map { "\($0.name), \($0.meaning) (\(usual($0)))" }.joined(separator: "; ")

  private static func usual(_ limit: Named) -> String {
    let value = Limits()[keyPath: limit.path]
    if value == .max { return "any number" }
    let units = [(60, "2^60"), (30, "\(value >> 30)G"), (20, "\(value >> 20)M")]
    return units.first { value >= 1 << $0.0 }?.1 ?? "\(value)"
  }
}
