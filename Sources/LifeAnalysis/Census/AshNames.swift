internal import LifeCore

/// Names the objects of ash by looking up bitmaps. Exact identification fills the table.
///
/// Objects are clusters of the envelope: of all cells that live in some phase. Two objects never
/// have a common neighbor, so the cells of one phase decide an object's evolution. Of the two
/// million objects in 100 000 soups of Conway's Life, all but some thousand are found in the table.
struct AshNames {
  var objectNumbers: ObjectNumbers
  /// Objects of at most 8 × 8 cells. The key is a bitmap with the box in the corner.
  private var small: [UInt64: Value] = [:]
  /// Larger objects by their rows.
  private var larger: [[UInt64]: Value] = [:]
  /// The numbers of codes of composite objects, one list per object.
  private var lists: [[Int32]] = []

  private struct Value {
    /// The number of the code, or −1 − *n* for list *n*.
    var code: Int32
    /// The smallest period.
    var period: Int32
  }

  private static let maxSmallCount = 1 << 17
  private static let maxLargerCount = 1 << 14

  init(_ rule: AnalysisRule) { objectNumbers = ObjectNumbers(rule) }

  /// Appends the numbers of an object's codes to `found`.
  ///
  /// - Parameter rows: the rows of one phase, with the bounding box in the corner.
  /// - Returns: `false` if the object moves or its period does not divide `period`.
  mutating func appendNumbers(
    of rows: ArraySlice<UInt64>, width: Int, period: Int, to found: inout [Int32]
  ) -> Bool {
    let value =
      width <= 8 && rows.count <= 8
      ? smallObject(rows, width: width, period: period)
      : largerObject(rows, width: width, period: period)
    guard let value, period % Int(value.period) == 0 else { return false }
    if value.code >= 0 {
      found.append(value.code)
    } else {
      found += lists[Int(-1 - value.code)]
    }
    return true
  }

  private mutating func smallObject(
    _ rows: ArraySlice<UInt64>, width: Int, period: Int
  ) -> Value? {
    var key: UInt64 = 0
    for row in rows.reversed() { key = key << 8 | row }
    if let known = small[key] { return known }
    if small.count >= Self.maxSmallCount { small.removeAll(keepingCapacity: true) }
    small[key] = identified(rows, width: width, period: period)
    return small[key]
  }

  private mutating func largerObject(
    _ rows: ArraySlice<UInt64>, width: Int, period: Int
  ) -> Value? {
    let key = Array(rows)
    if let known = larger[key] { return known }
    if larger.count >= Self.maxLargerCount { larger.removeAll(keepingCapacity: true) }
    larger[key] = identified(rows, width: width, period: period)
    return larger[key]
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
}

/// Gives each code of a rule's objects a number: its index in ``codes``.
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

  /// The number of the code of an indivisible object.
  mutating func number(of cycle: ObjectCycle) -> Int32 {
    let code = ObjectCode(cycle, under: rule)
    if let known = numbers[code] { return known }
    let number = Int32(codes.count)
    codes.append(code)
    numbers[code] = number
    return number
  }
}
