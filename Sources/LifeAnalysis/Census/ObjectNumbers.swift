internal import LifeCore

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
