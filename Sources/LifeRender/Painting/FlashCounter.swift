/// Finds flashing animations: the share of live cells rises and falls by more than a quarter, more
/// than three times a second. They can cause seizures.
///
///     frame   0   1   2   3   4   5   6   7     at 30 frames a second
///     live   9% 90%  9% 91%  8% 92%  9% 91%     seven changes, three and a half flashes
///
/// - SeeAlso: W3C, "Web Content Accessibility Guidelines 2.2" (2023), criterion 2.3.1.
package struct FlashCounter {
  private static let largeChange = 0.25
  /// One change more than three flashes, which are six changes: up and down.
  private static let changesOfFlashing = 7

  private let rate: FrameRate
  /// The frames of the last large changes, alternating in direction.
  private var changes: [Int] = []
  private var frameCount = 0
  private var isRising: Bool?
  /// The share of live cells at the start of the next change.
  private var extreme: Double?
  /// The shares of live cells before the first large change.
  private var least = 1.0
  private var greatest = 0.0
  /// The shares of live cells in the first second.
  private var start: [Double] = []
  /// Whether any second of the animation has more than three flashes.
  package private(set) var isFlashing = false
  /// Whether no frame had a live cell.
  package var isBlank: Bool { frameCount > 0 && greatest == 0 }

  package init(_ rate: FrameRate) { self.rate = rate }

  package mutating func add(_ image: Image) {
    let share = image.liveShare
    if isWithinSecond(start.count) { start.append(share) }
    add(share)
  }

  /// Adds the first second of the animation again, for animations in a loop.
  package mutating func repeatStart() {
    guard !start.isEmpty else { return }
    var index = 0
    while isWithinSecond(index) {
      add(start[index % start.count])
      index += 1
    }
  }

  private func isWithinSecond(_ frames: Int) -> Bool {
    frames * rate.denominator < rate.numerator
  }

  private mutating func add(_ share: Double) {
    defer { frameCount += 1 }
    if isRising == nil {
      // The first change starts at the minimum or the maximum so far.
      least = min(least, share)
      greatest = max(greatest, share)
      extreme = share - least > Self.largeChange ? least : greatest
    }
    let change = share - (extreme ?? share)
    if isRising == (change > 0) {
      extreme = share
    } else if abs(change) > Self.largeChange {
      extreme = share
      isRising = change > 0
      changes = changes.suffix(Self.changesOfFlashing - 1) + [frameCount]
      if changes.count == Self.changesOfFlashing, isWithinSecond(frameCount - changes[0]) {
        isFlashing = true
      }
    }
  }
}

extension Image {
  /// The share of the boards' area with live cells.
  fileprivate var liveShare: Double {
    var live = 0.0
    var all = 0.0
    for board in boards.map(\.board) {
      let area = Double(board.width * board.height)
      live += area * board.frame.liveShare
      all += area
    }
    return live / all
  }
}

extension Frame {
  /// The share of places with a live cell.
  fileprivate var liveShare: Double {
    let rows = rows
    var count = 0
    for y in 0..<height where rows.marks[y] != 0 {
      let row = rows.row(y)
      for index in stride(from: 0, to: row.count, by: planes) {
        var live = row[index]
        if case .shades = content {
          // Collect the bits of each byte in its lowest bit.
          live |= live >> 4
          live |= live >> 2
          live |= live >> 1
          live &= 0x0101_0101_0101_0101
        } else {
          for plane in 1..<planes { live |= row[index + plane] }
        }
        count += live.nonzeroBitCount
      }
    }
    return Double(count) / Double(width * height)
  }
}
