import Testing

@testable import LifeIO

@testable import LifeFormats

/// The account of bytes that a compressed image expands to.
@Suite struct ImageExpansionTests {
  @Test(arguments: [(70 << 20, 500), (65 << 20, 64 << 20), (900 << 20, 0)])
  func `a file with the bytes that it lacks is accepted, a smaller one is not`(
    bytes: Int, blank: Int
  ) {
    var limits = Limits()
    limits.expansion = Limits.Allowance(first: 1000, forEach: 10)
    limits.exemptBytes = 2000
    var expansion = ImageExpansion(limits)
    expansion.addRow(bytes: bytes, blankBytes: blank)
    let lack = expansion.lack(of: 7)
    #expect(lack > 0)
    #expect(expansion.lack(of: 7 + lack) == 0 && expansion.lack(of: 6 + lack) == 1)
    let counted = bytes + 24 - (64 << 20) - min(blank, 1000)
    #expect(counted <= limits.expansion.bytes(from: 7 + lack))
    #expect(counted > limits.expansion.bytes(from: 6 + lack))
  }

  @Test func `small images lack nothing`() {
    var expansion = ImageExpansion(Limits())
    expansion.addRow(bytes: 64 << 20, blankBytes: 0)
    #expect(expansion.lack(of: 0) == 0 && !expansion.isBeyondLimit)
    expansion.addRow(bytes: Limits().expandedBytes, blankBytes: .max)
    #expect(expansion.isBeyondLimit)
  }

  @Test(arguments: [0, 1, 5, 6, 1000, 100_003])
  func `padding expands to nothing`(count: Int) throws {
    let padding = DeflatedPiece.padding(count)
    #expect(padding.count >= count && padding.count < count + 5)
    var stream = DeflatedStream()
    let first = try DeflatedPiece([1, 2, 3], isLast: false)
    let last = try DeflatedPiece([4], isLast: true)
    let bytes =
      stream.bytes(of: first, isLast: false, padding: padding)
      + stream.bytes(of: last, isLast: true, padding: padding)
    let source = try InflateSource(
      MemorySource(bytes: bytes), hasHeader: true, path: "x", what: "stream")
    var buffer = [UInt8](repeating: 0, count: 100)
    var found: [UInt8] = []
    while true {
      let count = try source.read(into: &buffer, from: 0)
      if count == 0 { break }
      found += buffer[..<count]
    }
    #expect(found == [1, 2, 3, 4])
  }
}
