/// The only candidate that begins with `typed`, if that has two letters or more; else the closest
/// one, for a misspelling. Case and leading dashes are ignored. Returns `nil` if none is near.
package func nearest(to typed: String, among candidates: [String]) -> String? {
  let typed = spelling(typed)
  let begun = candidates.filter { spelling($0).starts(with: typed) }
  if typed.count >= 2, begun.count == 1 { return begun[0] }
  let near = candidates.compactMap { candidate -> (word: String, distance: Int)? in
    let wanted = spelling(candidate)
    guard wanted.count > 1 else { return nil }
    // One edit for each three letters of the candidate, at most three.
    let most = min(3, max(1, wanted.count / 3))
    return editDistance(from: typed, to: wanted, atMost: most).map { (candidate, $0) }
  }
  return near.min { $0.distance < $1.distance }?.word
}

/// `did you mean 'glider' or 'glider-gun'?`. Returns `nil` without a word.
package func didYouMean(_ words: [String?]) -> String? {
  let words = words.compactMap { $0.map { "'\($0)'" } }
  return words.isEmpty ? nil : "did you mean \(words.listed(with: "or"))?"
}

/// Suggests the candidate closest to `typed`. Returns `nil` if none is near.
package func didYouMean(_ typed: String, among candidates: [String]) -> String? {
  didYouMean([nearest(to: typed, among: candidates)])
}

/// The number of insertions, deletions, replacements and swaps of neighbors between two words.
/// Returns `nil` beyond `most`.
///
/// - Complexity: O(*nm*) time for words of *n* and *m* letters.
/// - SeeAlso: <https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance> (optimal string
///   alignment).
package func editDistance(from a: [UInt8], to b: [UInt8], atMost most: Int) -> Int? {
  guard abs(a.count - b.count) <= most else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.count] <= most ? last[b.count] : nil
}

private func spelling(_ word: String) -> [UInt8] {
  Array(word.lowercased().utf8.drop { $0 == UInt8(ascii: "-") })
}

extension [String] {
  /// `a`, `a or b`, `a, b or c`.
  package func listed(with conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

extension [String] {
  /// The distinct words in the order of their first occurrence.
  package var withoutRepeats: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
