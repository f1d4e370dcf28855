/// The candidate that was most likely meant, if one is near enough to be a slip of the finger.
///
/// The beginning of exactly one candidate counts as near. Case and leading dashes don't matter.
func nearest(to typed: String, among candidates: [String]) -> String? {
  let typed = spelling(typed)
  let begun = candidates.filter { spelling($0).starts(with: typed) }
  if typed.count >= 2, begun.count == 1 { return begun[0] }
  let near = candidates.compactMap { candidate -> (word: String, distance: Int)? in
    let wanted = spelling(candidate)
    // One slip in three letters: a longer candidate may be further off, but never by much.
    let limit = min(3, max(1, wanted.count / 3))
    guard wanted.count > 1, abs(wanted.count - typed.count) <= limit else { return nil }
    let distance = editDistance(typed, wanted)
    return distance <= limit ? (candidate, distance) : nil
  }
  return near.min { $0.distance < $1.distance }?.word
}

func didYouMean(_ word: String?) -> String? { word.map { "did you mean '\($0)'?" } }

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
///
/// - Complexity: O(*nm*) time for words of *n* and *m* letters.
/// - SeeAlso: <https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance> (optimal string
///   alignment).
func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

private func spelling(_ word: String) -> [UInt8] {
  Array(word.lowercased().utf8.drop { $0 == UInt8(ascii: "-") })
}
