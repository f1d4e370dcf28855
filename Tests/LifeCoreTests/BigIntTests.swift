import LifeCore
import TestSupport
import Testing

@Suite struct BigIntTests {
  // MARK: - Known values

  static let decimals: [(value: BigInt, text: String)] = [
    (0, "0"),
    (-1, "-1"),
    (BigInt(Int.max), "9223372036854775807"),
    (BigInt(Int.min), "-9223372036854775808"),
    (BigInt(Int.max) + 1, "9223372036854775808"),
    (BigInt(Int.min) - 1, "-9223372036854775809"),
    (-BigInt(Int.min), "9223372036854775808"),
    (BigInt(UInt.max), "18446744073709551615"),
    (BigInt(UInt.max) + 1, "18446744073709551616"),
    (.powerOfTwo(64) + 1, "18446744073709551617"),
    (.powerOfTwo(128), "340282366920938463463374607431768211456"),
    (BigInt(Int128.min), "-170141183460469231731687303715884105728"),
    (BigInt(UInt128.max), "340282366920938463463374607431768211455"),
    (.powerOfTwo(200), "1606938044258990275541962092341162602522202993782792835301376"),
    (.pow(base: 3, exponent: 100), "515377520732011331036461129765621272702107522001"),
    (.pow(base: -10, exponent: 39), "-1" + String(repeating: "0", count: 39)),
    (
      (1...100).reduce(1) { $0 * $1 },
      "9332621544394415268169923885626670049071596826438162146859296389521759999322991560894146397"
        + "6156518286253697920827223758251185210916864000000000000000000000000"
    ),
  ]

  @Test(arguments: decimals)
  func `a big integer reads and prints as computed elsewhere`(value: BigInt, text: String) {
    #expect(value.description == text)
    #expect(BigInt(decimal: text.utf8) == value)
    #expect(value.int == Int(text))
  }

  @Test(arguments: [("+7", 7), ("-0", 0), ("007", 7), ("-00000000000000000000000000005", -5)])
  func `signs and leading zeros of an integer are read`(text: String, value: Int) {
    #expect(BigInt(decimal: text.utf8) == BigInt(value))
  }

  @Test(arguments: ["", "+", "-", "--1", "+-1", "1-", " 1", "1 ", "1_000", "0x1", "1.0", "１"])
  func `what is not a decimal integer is refused`(text: String) {
    #expect(BigInt(decimal: text.utf8) == nil)
  }

  static let quotients = [
    // The first estimate of a limb is one too large, and adding back corrects it.
    (
      "3138550867693340381917894711603833208051177722232017256451",
      "784637716923335095479473677900958302012794430558004314113",
      "3", "784637716923335095479473677900958302012794430558004314112"
    ),
    (
      "1000000000000000000000000000000000000000000000000000000000007", "100000000000000000039",
      "9999999999999999996100000000000000001520", "99999999999999940727"
    ),
    (
      "-1606938044258990275541962092341162602522202993782792835301376",
      "717897987691852588770249", "-2238393297946874000179418290327143433",
      "-249667313308346329176559"
    ),
    (
      "11450477594321044359340126713545146077054004823284978858214566372120240027249",
      "-18446744073709551617",
      "-620731634187973440128888683430515788200087164434938463253", "16804844754578797148"
    ),
  ]

  @Test(arguments: quotients)
  func `quotients of big integers are as computed elsewhere`(
    dividend: String, divisor: String, quotient: String, remainder: String
  ) throws {
    let result = try integer(dividend).quotientAndRemainder(dividingBy: integer(divisor))
    #expect(result.quotient.description == quotient)
    #expect(result.remainder.description == remainder)
  }

  static let doubles: [(BigInt, Double)] = [
    (0, 0), (-3, -3), (.powerOfTwo(63), 0x1p63), (-.powerOfTwo(64), -0x1p64),
    (.powerOfTwo(64) + 2048, 0x1p64),
    (.powerOfTwo(64) + 2049, 0x1.0000000000001p64),
    (.powerOfTwo(64) + 6144, 0x1.0000000000002p64),
    (.powerOfTwo(1023), 0x1p1023),
    (.powerOfTwo(1024) - .powerOfTwo(970) - 1, .greatestFiniteMagnitude),
    (.powerOfTwo(1024) - .powerOfTwo(970), .infinity),
    (.powerOfTwo(1024), .infinity), (-.powerOfTwo(100_000), -.infinity),
  ]

  @Test(arguments: doubles)
  func `a big integer becomes the nearest double`(value: BigInt, double: Double) {
    #expect(value.double == double)
  }

  @Test func `literals and Ints mix with big integers`() {
    let big = BigInt.powerOfTwo(70)
    let count = 3
    #expect(big + 1 > 0 && 1 + big == big + 1 && big - count < big && 0 < big)
    #expect(2 * big + 1 == big * 2 + 1 && -1 - big == -(big + 1) && big * count > big + big)
    var sum: BigInt = 1 + 2
    sum += count
    sum *= big
    sum = (sum << 3) >> 2
    sum -= big
    #expect(sum == big * 11 && max(sum, 0) == sum)
  }

  // MARK: - Laws

  @Test func `arithmetic of 128 bits agrees with Int128`() async throws {
    try await forEachCase(of: 0..<20) { seed in
      var random = Seeded(seed)
      for _ in 0..<100 {
        let x = Int(bitPattern: random.limb())
        let y = Int(bitPattern: random.limb())
        let a = Int128(x)
        let b = Int128(y)
        let shift = Int.random(in: 0...63, using: &random)
        let left = BigInt(x)
        let right = BigInt(y)
        #expect(left + right == BigInt(a + b) && left - right == BigInt(a - b))
        #expect(left * right == BigInt(a * b) && -left == BigInt(-a))
        #expect(left << shift == BigInt(a << shift) && (left * y).double == Double(a * b))
        #expect((left * y) >> shift == BigInt((a * b) >> shift))
        #expect((left < right) == (a < b) && (left * y < left) == (a * b < a))
        guard y != 0 else { continue }
        let dividend = left * x + y
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: y)
        #expect(quotient == BigInt((a * a + b) / b) && remainder == Int((a * a + b) % b))
      }
    }
  }

  @Test func `sums and products of big integers obey the laws of arithmetic`() async throws {
    try await forEachCase(of: 0..<20) { seed in
      var random = Seeded(seed)
      for _ in 0..<40 {
        let a = random.integer()
        let b = random.integer()
        let c = random.integer()
        #expect(a + b == b + a && a * b == b * a && -(-a) == a)
        #expect(a + b - b == a && a - b + b == a && a - a == 0 && a + -b == a - b)
        #expect((a + b) * c == a * c + b * c && a * b * c == a * (b * c))
      }
    }
  }

  @Test func `division of big integers undoes multiplication`() async throws {
    try await forEachCase(of: 0..<20) { seed in
      var random = Seeded(seed)
      for _ in 0..<40 {
        let a = random.integer()
        let b = random.integer()
        guard !b.isZero else { continue }
        let exact = (a * b).quotientAndRemainder(dividingBy: b)
        #expect(exact.quotient == a && exact.remainder == 0)
        let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
        #expect(quotient * b + remainder == a && remainder.magnitude < b.magnitude)
        #expect(remainder.isZero || remainder.isNegative == a.isNegative)
      }
    }
  }

  @Test func `dividing by an Int agrees with dividing by a big integer, and floors`() async throws {
    try await forEachCase(of: 0..<20) { seed in
      var random = Seeded(seed)
      for _ in 0..<40 {
        let a = random.integer()
        let divisor = Int(bitPattern: random.limb())
        guard divisor != 0 else { continue }
        let truncated = a.quotientAndRemainder(dividingBy: divisor)
        #expect(truncated.quotient * divisor + truncated.remainder == a)
        #expect(truncated.remainder == 0 || (truncated.remainder < 0) == a.isNegative)
        let floor = a.floorDivided(by: divisor)
        #expect(floor.quotient * divisor + floor.remainder == a)
        #expect(floor.remainder == 0 || floor.remainder.signum() == divisor.signum())
        #expect(floor.remainder.magnitude < divisor.magnitude)
      }
    }
  }

  @Test func `a shift of a big integer is a product or a floored quotient`() async throws {
    try await forEachCase(of: pairs([0, 1, 2, 62, 63, 64, 65, 127, 128, 129, 1000], 0..<4)) {
      count, seed in
      var random = Seeded(seed)
      for _ in 0..<20 {
        let a = random.integer()
        let power = BigInt.pow(base: 2, exponent: count)
        #expect(a << count == a * power && (a << count) >> count == a)
        #expect((a >> count) * power <= a && a < ((a >> count) + 1) * power)
      }
    }
  }

  @Test func `big integers are ordered by the sign of their difference`() async throws {
    try await forEachCase(of: 0..<20) { seed in
      var random = Seeded(seed)
      for _ in 0..<100 {
        let a = random.integer()
        let b = random.integer()
        #expect((a < b) == (a - b).isNegative && (a == b) == (a - b).isZero)
        #expect(Set([a, b, a + b - b, b + a - a]).count == (a == b ? 1 : 2))
      }
    }
  }

  @Test func `the bits of a big integer are those of its magnitude`() async throws {
    try await forEachCase(of: 0..<20) { seed in
      var random = Seeded(seed)
      let a = random.integer().magnitude + 1
      #expect(.powerOfTwo(a.bitWidth - 1) <= a && a < .powerOfTwo(a.bitWidth))
      #expect((a >> a.trailingZeroBitCount).isOdd && (-a).bitWidth == a.bitWidth)
      #expect((a >> a.trailingZeroBitCount) << a.trailingZeroBitCount == a)
    }
  }

  @Test(arguments: [1, 17, 18, 19, 35, 36, 37, 53, 54, 55, 71, 72, 73, 1000, 10_000])
  func `digits of a big integer survive being read and printed`(count: Int) throws {
    var random = Seeded(count)
    let digits = (1..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" }
    for rest in [String(digits), .init(repeating: "0", count: count - 1)] {
      for text in ["1" + rest, "-9" + rest] { #expect(try integer(text).description == text) }
    }
  }

  // MARK: - Programmer errors

  @Test func `division by zero and negative shifts trap`() async {
    await #expect(processExitsWith: .failure) {
      _ = BigInt.powerOfTwo(70).quotientAndRemainder(dividingBy: 0)
    }
    await #expect(processExitsWith: .failure) { _ = BigInt(1) << -1 }
    await #expect(processExitsWith: .failure) { _ = BigInt(1) >> -1 }
  }
}

private func integer(_ text: String) throws -> BigInt {
  try #require(BigInt(decimal: text.utf8))
}

/// Integers rich in word edges.
extension Seeded {
  fileprivate mutating func limb() -> UInt {
    let edges: [UInt] = [0, 1, 2, .max, .max - 1, 1 << 63, (1 << 63) - 1, (1 << 63) + 1]
    return Bool.random(using: &self) ? UInt(next()) : edges.randomElement(using: &self) ?? 0
  }

  fileprivate mutating func integer() -> BigInt {
    let limbs = (0..<Int.random(in: 0...8, using: &self)).map { _ in limb() }
    let magnitude = limbs.reduce(0) { $0 << UInt.bitWidth + BigInt($1) }
    return Bool.random(using: &self) ? magnitude : -magnitude
  }
}
