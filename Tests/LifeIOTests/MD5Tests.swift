import LifeIO
import Testing

@Suite struct MD5Tests {
  /// The examples of RFC 1321.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `MD5 of the examples of the standard is that of the standard`(text: String, digest: String) {
    #expect(MD5.hex(Array(text.utf8)) == digest)
  }

  @Test func `MD5 pads every length of the last block`() {
    let digests = (0..<130).map { MD5.hex([UInt8](repeating: 0x61, count: $0)) }
    #expect(Set(digests).count == digests.count)
    // From Python's hashlib.
    #expect(digests[55] == "ef1772b6dff9a122358552954ad0df65")
    #expect(digests[56] == "3b0c8ac703f828b04c6c197006d17218")
    #expect(digests[64] == "014842d480b571495a4a0363793f7367")
  }
}
