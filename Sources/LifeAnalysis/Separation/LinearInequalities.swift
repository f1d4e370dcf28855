/// *a*₁*x*₁ + … + *a*ₙ*x*ₙ + *c*.
struct LinearForm {
  var coefficients: [Int128]
  var constant: Int128

  init(_ constant: Int, variables: Int) {
    coefficients = Array(repeating: 0, count: variables)
    self.constant = Int128(constant)
  }

  /// The sum of two forms, each of them times a number; nil if a number becomes too large.
  init?(_ one: Self, times a: Int128, plus other: Self, times b: Int128) {
    func sum(_ x: Int128, _ y: Int128) -> Int128? {
      let first = a.multipliedReportingOverflow(by: x)
      let second = b.multipliedReportingOverflow(by: y)
      let sum = first.partialValue.addingReportingOverflow(second.partialValue)
      return first.overflow || second.overflow || sum.overflow ? nil : sum.partialValue
    }
    coefficients = []
    for (x, y) in zip(one.coefficients, other.coefficients) {
      guard let sum = sum(x, y) else { return nil }
      coefficients.append(sum)
    }
    guard let constant = sum(one.constant, other.constant) else { return nil }
    self.constant = constant
  }
}

/// Linear forms that shall all be at most zero, for which there may be real numbers or not.
///
/// The variables are eliminated one after the other: each form that bounds a variable from below is
/// combined with each one that bounds it from above. The arithmetic is exact; where numbers become
/// too large, or the forms too many, a solution is taken to exist.
///
/// - SeeAlso: A. Schrijver, "Theory of Linear and Integer Programming" (1986), on Fourier–Motzkin
///   elimination.
struct LinearInequalities {
  /// The largest constant for all coefficients; smaller constants say less.
  private var constants: [[Int128]: Int128] = [:]
  private var isContradictory = false
  private var isTooLarge = false
  private let variables: Int

  private static let mostInequalities = 2_000

  init(variables: Int) { self.variables = variables }

  /// Requires that a form is at most zero; nil is one with too large numbers.
  mutating func require(_ form: LinearForm?) {
    guard let form else {
      isTooLarge = true
      return
    }
    guard form.coefficients.contains(where: { $0 != 0 }) else {
      isContradictory = isContradictory || form.constant > 0
      return
    }
    // Small numbers do not overflow.
    let divisor = Int128(
      form.coefficients.reduce(form.constant.magnitude) {
        greatestCommonDivisor($0, $1.magnitude)
      })
    let constant = form.constant / divisor
    let coefficients = form.coefficients.map { $0 / divisor }
    constants[coefficients] = max(constants[coefficients] ?? constant, constant)
  }

  /// False only if no real numbers satisfy all inequalities.
  var maySolve: Bool {
    var rest = self
    var left = Set(0..<variables)
    while !rest.isContradictory, !rest.isTooLarge, let next = rest.cheapest(of: left) {
      rest.eliminate(next)
      left.remove(next)
      if rest.constants.count > Self.mostInequalities { return true }
    }
    return rest.isTooLarge || !rest.isContradictory
  }

  /// The variable whose elimination makes the fewest inequalities; nil if none is left.
  private func cheapest(of variables: Set<Int>) -> Int? {
    func combinations(_ variable: Int) -> Int {
      let below = constants.keys.count { $0[variable] < 0 }
      return below * constants.keys.count { $0[variable] > 0 }
    }
    return variables.min { (combinations($0), $0) < (combinations($1), $1) }
  }

  private mutating func eliminate(_ variable: Int) {
    let all = constants.map { coefficients, constant in
      var form = LinearForm(0, variables: 0)
      form.coefficients = coefficients
      form.constant = constant
      return form
    }
    constants = constants.filter { $0.key[variable] == 0 }
    for lower in all where lower.coefficients[variable] < 0 {
      for upper in all where upper.coefficients[variable] > 0 {
        require(
          LinearForm(
            lower, times: upper.coefficients[variable], plus: upper,
            times: -lower.coefficients[variable]))
      }
    }
  }
}
