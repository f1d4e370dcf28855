internal import LifeCore

/// Names the objects of ash by a table of bitmaps, which is filled by exact identification.
///
/// An object is a cluster of the cells that are alive in some phase, so no other cluster has a
/// common neighbor with it in any phase, and its cells in one phase decide how it evolves. Of
/// 100 000 soups of Conway's Life all but some thousand of two million objects are in the table.
struct AshNames {
  var objectNumbers: ObjectNumbers
  /// Bitmaps of 8 × 8 cells with the box in the corner, in a hash table with linear probing; an
  /// empty place is 0.
  private var keys: [UInt64]
  private var values: [Value]
  private var count = 0
  /// Larger objects, as the height and the rows.
  private var larger: [[UInt64]: Value] = [:]
  /// The numbers of the codes of each object that consists of several.
  private var lists: [[Int32]] = []

  private struct Value {
    /// The number of the code; −1 − *n* for list *n*.
    var code: Int32
    /// The smallest period.
    var period: Int32
  }

  private static let mostKeys = 1 << 18

  init(_ rule: AnalysisRule) {
    objectNumbers = ObjectNumbers(rule)
    keys = Array(repeating: 0, count: 1 << 12)
    values = Array(repeating: Value(code: 0, period: 0), count: 1 << 12)
  }

  /// The index of a key in the table, or the index of the free place where it belongs.
  @inline(__always)
  private func place(_ key: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 40) & (keys.count - 1)
    while keys[place] != 0, keys[place] != key { place = (place + 1) & (keys.count - 1) }
    return place
  }

  /// Adds the numbers of the codes of an object.
  ///
  /// - Parameter rows: the rows of its cells in one phase, with the bounding box in the corner.
  /// - Returns: false if the object does not stay with a period that divides `period`.
  mutating func append(
    _ rows: ArraySlice<UInt64>, width: Int, period: Int, to found: inout [Int32]
  ) -> Bool {
    let value: Value
    if width <= 8, rows.count <= 8 {
      var key: UInt64 = 0
      for row in rows.reversed() { key = key << 8 | row }
      let place = place(key)
      if keys[place] == key {
        value = values[place]
      } else {
        guard let new = identified(rows, width: width, period: period) else { return false }
        insert(key, value: new)
        value = new
      }
    } else {
      let key = Array(rows)
      if let known = larger[key] {
        value = known
      } else {
        guard let new = identified(rows, width: width, period: period) else { return false }
        if larger.count >= 1 << 14 { larger.removeAll(keepingCapacity: true) }
        larger[key] = new
        value = new
      }
    }
    guard period % Int(value.period) == 0 else { return false }
    if value.code >= 0 {
      found.append(value.code)
    } else {
      found += lists[Int(-1 - value.code)]
    }
    return true
  }

  private mutating func identified(
    _ rows: ArraySlice<UInt64>, width: Int, period: Int
  ) -> Value? {
    let phase = Phase(bitmap: Bitmap(width: width, rows: Array(rows)), x: 0, y: 0)
    guard let cycle = objectNumbers.rule.smallCycle(of: phase, maxPeriod: period), !cycle.isMoving
    else { return nil }
    let numbers = objectNumbers.numbers(ofPartsOf: cycle)
    if numbers.count == 1 { return Value(code: numbers[0], period: Int32(cycle.period)) }
    lists.append(numbers)
    return Value(code: Int32(-lists.count), period: Int32(cycle.period))
  }

  private mutating func insert(_ key: UInt64, value: Value) {
    if count * 2 >= keys.count { makeRoom() }
    let place = place(key)
    keys[place] = key
    values[place] = value
    count += 1
  }

  /// Doubles the table, or empties it when it has its largest size.
  private mutating func makeRoom() {
    let oldKeys = keys
    let oldValues = values
    let isFull = keys.count >= Self.mostKeys
    let size = isFull ? keys.count : keys.count * 2
    keys = Array(repeating: 0, count: size)
    values = Array(repeating: Value(code: 0, period: 0), count: size)
    count = 0
    if isFull { return }
    for (key, value) in zip(oldKeys, oldValues) where key != 0 {
      let place = place(key)
      keys[place] = key
      values[place] = value
      count += 1
    }
  }
}

/// Numbers for the codes of a rule's objects.
struct ObjectNumbers {
  let rule: AnalysisRule
  private let pseudoObjects: PseudoObjects
  private(set) var codes: [ObjectCode] = []
  private var numbers: [ObjectCode: Int32] = [:]

  init(_ rule: AnalysisRule) {
    self.rule = rule
    pseudoObjects = PseudoObjects(rule)
  }

  /// The numbers of the codes of an object's independent parts.
  mutating func numbers(ofPartsOf cycle: ObjectCycle) -> [Int32] {
    pseudoObjects.parts(of: cycle).map { number(of: $0) }
  }

  /// The number of the code of an object without independent parts.
  mutating func number(of cycle: ObjectCycle) -> Int32 {
    let code = ObjectCode(cycle, under: rule)
    if let known = numbers[code] { return known }
    let number = Int32(codes.count)
    codes.append(code)
    numbers[code] = number
    return number
  }
}
