import Foundation
import Life
import Testing

@Suite struct BigIntTests {
  @Test func `literals of any length are exact`() {
    let large: BigInt = 340_282_366_920_938_463_463_374_607_431_768_211_456
    #expect(large == .powerOfTwo(128))
    let negative: BigInt = -18_446_744_073_709_551_616
    #expect(negative + .powerOfTwo(64) == 0)
    let smallest: BigInt = -9_223_372_036_854_775_808
    #expect(smallest == BigInt(Int.min))
    let unsigned: BigInt = 18_446_744_073_709_551_615
    #expect(unsigned == BigInt(UInt64.max) && "\(unsigned)" == "18446744073709551615")
  }

  @Test(arguments: [-7, -1, 0, 1, 7, .max, .min])
  func `integers of every type convert to the same number`(_ number: Int) {
    #expect(BigInt(number) == BigInt(Int128(number)))
    #expect(BigInt(exactly: number) == BigInt(number))
    #expect(Int(exactly: BigInt(number)) == number)
    #expect(Int(exactly: BigInt(number) + .powerOfTwo(70)) == nil)
    #expect(Double(BigInt(number)) == Double(number))
    #expect(BigInt(number).signum() == BigInt(number.signum()))
  }

  @Test(arguments: [-1, 0, 1, .max, .min], [Int8(-1), 0, 1])
  func `comparisons take integers of every type`(_ left: Int, _ right: Int8) {
    let number = BigInt(left)
    #expect((number == right) == (left == right) && (right == number) == (left == right))
    #expect((number != right) == (left != right) && (right != number) == (left != right))
    #expect((number < right) == (left < right) && (right < number) == (right < left))
    #expect((number > right) == (left > right) && (right > number) == (right > left))
    #expect((number <= right) == (left <= right) && (right <= number) == (right <= left))
    #expect((number >= right) == (left >= right) && (right >= number) == (right >= left))
    #expect(.powerOfTwo(64) > UInt64.max && Int.min > -BigInt.powerOfTwo(64))
  }

  @Test func `literals beside big integers may have any length`() {
    let number = BigInt.powerOfTwo(64)
    #expect(number == 18_446_744_073_709_551_616 && number != 18_446_744_073_709_551_617)
    #expect(number > 18_446_744_073_709_551_615 && 18_446_744_073_709_551_617 > number)
    #expect(number <= 18_446_744_073_709_551_616 && number >= 18_446_744_073_709_551_616)
    #expect(number > 0 && 0 != number && number - number == 0)
  }

  @Test(arguments: [-100, -7, -1, 1, 7, 100], [-9, -3, -1, 1, 3, 9])
  func `quotients and remainders are those of Int`(_ dividend: Int, _ divisor: Int) {
    #expect(BigInt(dividend) / BigInt(divisor) == BigInt(dividend / divisor))
    #expect(BigInt(dividend) % BigInt(divisor) == BigInt(dividend % divisor))
    // The same with numbers of several words.
    let scale = BigInt.powerOfTwo(80)
    let largeDivisor = BigInt(divisor) * scale
    var quotient = BigInt(dividend) * scale
    #expect(quotient / largeDivisor == BigInt(dividend / divisor))
    quotient /= largeDivisor
    #expect(quotient == BigInt(dividend / divisor))
  }

  @Test func `generic code for signed numbers takes big integers`() {
    func absoluteSum<Number: SignedNumeric & Comparable>(_ numbers: [Number]) -> Number {
      numbers.map { $0 < 0 ? -$0 : $0 }.reduce(.zero, +)
    }
    let numbers: [BigInt] = [-3, 4, -BigInt.powerOfTwo(64)]
    let sum: BigInt = .powerOfTwo(64) + 7
    #expect(absoluteSum(numbers) == sum)
    #expect((-BigInt.powerOfTwo(64)).magnitude == .powerOfTwo(64))
    var product: BigInt = -.powerOfTwo(40)
    product *= product
    #expect(product == .powerOfTwo(80))
  }

  @Test func `big integers are text in JSON, and JSON numbers are read`() throws {
    let numbers: [BigInt] = [-1, 0, .powerOfTwo(64)]
    let json = try JSONEncoder().encode(numbers)
    #expect(String(decoding: json, as: UTF8.self) == #"["-1","0","18446744073709551616"]"#)
    #expect(try JSONDecoder().decode([BigInt].self, from: json) == numbers)
    #expect(try JSONDecoder().decode([BigInt].self, from: Data("[5]".utf8)) == [5])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([BigInt].self, from: Data(#"["5x"]"#.utf8))
    }
  }
}
