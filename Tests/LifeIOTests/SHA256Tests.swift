import LifeIO
import TestSupport
import Testing

@Suite struct SHA256Tests {
  static let vectors = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test(arguments: vectors)
  func `SHA-256 of the examples of the standard is that of the standard`(
    text: String, digest: String
  ) {
    #expect(hex(Array(text.utf8)) == digest)
  }

  /// The digest of all digests was computed with Python's hashlib.
  @Test func `SHA-256 is right for every length around the edges of blocks`() {
    var all = SHA256()
    for length in 0...300 {
      var digester = SHA256()
      digester.update((0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + 13) })
      all.update(digester.finish())
    }
    #expect(all.finishHex() == "bd5d0a30ad6390ad5d0245c8f3ff71e5cc101a6ec015d79bca45908f7bd319d4")
  }

  @Test func `SHA-256 of pieces is the digest of the whole`() async throws {
    try await forEachCase(of: 0..<50) { seed in
      var random = Seeded(seed)
      let bytes = random.bytes(Int.random(in: 0...1000, using: &random))
      var digest = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...200, using: &random))
        digest.update(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(digest.finishHex() == hex(bytes))
    }
  }

  @Test func `a copied SHA-256 digest continues by itself`() {
    var one = SHA256()
    one.update(Array("ab".utf8))
    var two = one
    one.update(Array("c".utf8))
    two.update(Array("c".utf8))
    #expect(one.finish() == two.finish())
  }

  private func hex(_ bytes: [UInt8]) -> String {
    var digester = SHA256()
    digester.update(bytes)
    return digester.finishHex()
  }
}
