import LifeIO
import Testing

/// What one process writes down for another.
@Suite struct StateWriterTests {
  private static func written() -> StateWriter {
    var state = StateWriter()
    state.write(-5)
    state.write(Int.min)
    state.write(UInt64.max)
    state.write(-0.5)
    state.write(true)
    state.write([1, 2, 255] as [UInt8])
    state.write([] as [UInt8])
    return state
  }

  private static func read(_ bytes: [UInt8]) throws -> String {
    var state = StateReader(bytes)
    let numbers = (try state.readInt(), try state.readInt(), try state.readWord())
    let rest = (
      try state.readDouble(), try state.readFlag(), try state.readBytes(), try state.readBytes()
    )
    #expect(state.isAtEnd)
    return "\(numbers) \(rest)"
  }

  @Test func `a block of saved bytes is read without a copy`() throws {
    var inner = StateWriter()
    inner.write(7)
    inner.write(true)
    var outer = StateWriter()
    outer.write(1)
    outer.write(inner.bytes)
    outer.write(2)
    var reader = StateReader(outer.bytes)
    #expect(try reader.readInt() == 1)
    var block = try reader.readBlock()
    #expect(block.remainingCount == 9 && Array(block.rest) == inner.bytes)
    #expect(try block.readInt() == 7)
    #expect(try block.readFlag())
    #expect(block.isAtEnd)
    #expect(throws: InvalidSavedState.self) { _ = try block.readFlag() }
    #expect(try reader.readInt() == 2)
    #expect(reader.isAtEnd)
    var short = StateReader(Array(outer.bytes.dropLast(9)))
    _ = try short.readInt()
    #expect(throws: InvalidSavedState.self) { _ = try short.readBlock() }
  }

  @Test func `saved state reads back as written`() throws {
    let expected =
      "\((-5, Int.min, UInt64.max)) \((-0.5, true, [1, 2, 255] as [UInt8], [] as [UInt8]))"
    #expect(try Self.read(Self.written().bytes) == expected)
  }

  @Test func `truncated state is rejected`() {
    let bytes = Self.written().bytes
    for length in bytes.indices {
      #expect(throws: InvalidSavedState.self) { try Self.read(Array(bytes[..<length])) }
    }
  }

  @Test func `a count beyond the rest of the state is rejected`() {
    for count in [-1, 1, 1 << 40, Int.max] {
      var state = StateWriter()
      state.write(count)
      #expect(throws: InvalidSavedState.self) {
        var reader = StateReader(state.bytes)
        _ = try reader.readBytes()
      }
    }
    for number in [-1, (1 << 60) + 1, Int.max, Int.min] {
      var state = StateWriter()
      state.write(number)
      #expect(throws: InvalidSavedState.self) {
        var reader = StateReader(state.bytes)
        _ = try reader.readSampleCount()
      }
    }
    #expect(throws: InvalidSavedState.self) {
      var reader = StateReader([2])
      _ = try reader.readFlag()
    }
  }
}
