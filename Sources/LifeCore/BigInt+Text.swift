/// Eighteen digits always fit in an `Int`, so text is converted in chunks of that size.
private let chunkDigits = 18
private let chunkBase: UInt = 1_000_000_000_000_000_000

// MARK: - Reading

package extension BigInt {
  /// Parses an optional sign and one or more ASCII digits; nil for any other text.
  ///
  /// The inverse of ``description``.
  /// - Complexity: O(*n*²) in the number of digits; a hundred thousand take some 20 ms.
  init?(decimal text: some Sequence<UInt8>) {
    var number = DecimalReader()
    var isNegative = false
    var isFirst = true
    for byte in text {
      defer { isFirst = false }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "+") where isFirst: break
      case UInt8(ascii: "-") where isFirst: isNegative = true
      default: return nil
      }
    }
    guard !number.isEmpty else { return nil }
    self = number.value(negative: isNegative)
  }
}

/// The digits read so far, as the value `limbs * scale + chunk`.
private struct DecimalReader {
  private var limbs: [UInt] = []
  private var chunk: UInt = 0
  private var scale: UInt = 1
  private(set) var isEmpty = true

  mutating func append(_ digit: UInt8) {
    if scale == chunkBase { flush() }
    chunk = chunk * 10 + UInt(digit)
    scale *= 10
    isEmpty = false
  }

  private mutating func flush() {
    BigInt.scale(&limbs, by: scale, adding: chunk)
    chunk = 0
    scale = 1
  }

  consuming func value(negative: Bool) -> BigInt {
    if limbs.isEmpty { return BigInt(negative ? -Int(chunk) : Int(chunk)) }
    flush()
    return BigInt(negative: negative, limbs: limbs)
  }
}

// MARK: - Writing

extension BigInt: CustomStringConvertible {
  /// Decimal digits, after a minus sign if the value is negative.
  ///
  /// - Complexity: O(*n*²) in the number of digits; a hundred thousand take some 50 ms.
  package var description: String {
    if let int { return String(int) }
    var writer = DecimalWriter(for: self)
    if isNegative { writer.text.append(UInt8(ascii: "-")) }
    writer.write(magnitude, level: writer.powers.count)
    return String(decoding: writer.text, as: UTF8.self)
  }
}

extension BigInt {
  /// Appends ``description`` to a text.
  package func appendDigits(to text: inout [UInt8]) {
    guard let int else { return text.append(contentsOf: description.utf8) }
    if int < 0 { text.append(UInt8(ascii: "-")) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.count
    var rest = int.magnitude
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    for index in first..<digits.count { text.append(digits[index]) }
  }
}

/// Splits a number into halves of equal numbers of digits until each is one chunk.
///
/// Division by a large power costs one multiplication per limb; repeated division by a chunk would
/// cost one hardware division per limb, which is slower.
private struct DecimalWriter {
  /// `10^18`, `10^36`, `10^72` and so on: the divisors that split each level.
  private(set) var powers: [BigInt] = [BigInt(chunkBase)]
  var text: [UInt8] = []

  /// Computes powers until the square of the last one exceeds the value.
  init(for value: BigInt) {
    while powers[powers.count - 1].bitWidth * 2 - 2 < value.bitWidth {
      powers.append(powers[powers.count - 1] * powers[powers.count - 1])
    }
  }

  /// Appends a value less than `10^(18 · 2^level)`, with leading zeros unless it is first.
  mutating func write(_ value: BigInt, level: Int, isFirst: Bool = true) {
    if level == 0 { return writeChunk(value.int ?? 0, isFirst: isFirst) }
    let (high, low) = value.quotientAndRemainder(dividingBy: powers[level - 1])
    if !isFirst || !high.isZero { write(high, level: level - 1, isFirst: isFirst) }
    write(low, level: level - 1, isFirst: isFirst && high.isZero)
  }

  private mutating func writeChunk(_ value: Int, isFirst: Bool) {
    let digits = String(value).utf8
    let zeros = isFirst ? 0 : chunkDigits - digits.count
    text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: zeros))
    text.append(contentsOf: digits)
  }
}
