import LifeCore

/// Limits on input files: untrusted files must not exhaust time or memory.
package struct Limits: Sendable {
  /// The size of a file in bytes, before decompression.
  package var inputBytes = Int.max
  /// The size of a file in bytes, after decompression.
  package var expandedBytes = 64 << 30
  /// The size in bytes of a word, a line or another piece of input held in memory at once.
  package var tokenBytes = 64 << 20
  /// The size of decompressed data relative to its compressed size.
  package var expansion = Allowance(base: 8 << 20, perByte: 200)
  /// The maximum of decompressed bytes exempt from ``expansion`` because they were cheap to parse.
  package var exemptBytes = 1 << 27
  /// The memory of the cells of one pattern, in bytes.
  package var cellBytes = 4 << 30
  /// The memory of the cells relative to the size of their file. For example, a dozen characters
  /// can denote a row of a billion cells.
  package var cellExpansion = Allowance(base: 64 << 20, perByte: 1024)
  /// The size of names, comments and other text around the cells, in bytes.
  package var noteBytes = 16 << 20
  /// The size in bytes of the text kept after the cells; the rest is dropped.
  package var trailerBytes = 1 << 20
  /// The distance between two cells along an axis.
  package var extent = 1 << 60
  /// The number of levels of a macrocell file's quadtree.
  package var levels = 4096
  /// The number of states of a rule.
  package var states = 256
  /// The size of a rule file in bytes.
  package var ruleBytes = 64 << 20

  package init() {}

  /// A limit growing with the size of the input: `base + perByte × bytes`, clamped to `Int.max`.
  package struct Allowance: Sendable {
    package var base: Int
    package var perByte: Int

    package init(base: Int, perByte: Int) {
      self.base = base
      self.perByte = perByte
    }

    package func bytes(from count: Int) -> Int {
      let (product, overflow) = perByte.multipliedReportingOverflow(by: count)
      let (sum, overflowAgain) = product.addingReportingOverflow(base)
      return overflow || overflowAgain ? .max : sum
    }
  }

  /// A limit with its name for options and the environment.
  package typealias Named = (
    name: String, meaning: String, path: any WritableKeyPath<Limits, Int> & Sendable
  )

  /// All limits that the user can set.
  package static var all: [Named] {
    [
      ("input", "bytes of a file", \.inputBytes),
      ("expanded", "bytes after decompression", \.expandedBytes),
      ("expansion", "bytes after decompression, per byte before", \.expansion.perByte),
      ("line", "bytes of a line or word", \.tokenBytes),
      ("cells", "bytes of memory for the cells", \.cellBytes),
      ("cell-expansion", "bytes of memory, per byte of the file", \.cellExpansion.perByte),
      ("notes", "bytes of names and comments", \.noteBytes),
      ("text", "bytes kept of the text after the cells", \.trailerBytes),
      ("extent", "cells along an axis", \.extent),
      ("levels", "levels of a quadtree", \.levels),
      ("states", "states of a rule", \.states),
      ("rule", "bytes of a rule file", \.ruleBytes),
    ]
  }

  /// A line per limit with its name, default and meaning, for help texts.
  package static var table: String {
    all.map { limit in
      "  " + limit.name.padded(to: 16) + defaultText(of: limit).padded(to: 11) + limit.meaning
    }.joined(separator: "\n")
  }

  private static func defaultText(of limit: Named) -> String {
    let value = Limits()[keyPath: limit.path]
    return switch value {
    case .max: "unlimited"
    case (1 << 60)...: "2^60"
    case (1 << 30)...: "\(value >> 30)G"
    case (1 << 20)...: "\(value >> 20)M"
    default: "\(value)"
    }
  }
}
