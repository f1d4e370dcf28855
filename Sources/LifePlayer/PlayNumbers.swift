import LifeArguments
import LifeCore

/// The digits in groups of three; a number of more than 15 digits in scientific notation.
func grouped(_ value: BigInt) -> String {
  let digits = Array("\(value.magnitude)")
  let sign = value.isNegative ? "-" : ""
  if digits.count > 15 {
    return "\(sign)\(digits[0]).\(String(digits[1...3]))e\(digits.count - 1)"
  }
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return sign + text
}
