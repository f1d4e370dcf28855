/// Base64 with padding and without line breaks.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc4648#section-4>
package func base64(_ bytes: [UInt8]) -> [UInt8] {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
    for place in 0..<4 {
      let isPadding = place > group.count
      text.append(isPadding ? UInt8(ascii: "=") : letters[bits >> (18 - 6 * place) & 63])
    }
  }
  return text
}
