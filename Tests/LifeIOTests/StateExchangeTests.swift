import LifeIO
import Testing

/// What one process writes down for another.
@Suite struct StateExchangeTests {
  /// A value of each kind that can be exchanged.
  private struct Work: Resumable, Equatable {
    var number = 0
    var word: UInt64 = 0
    var double = 0.0
    var flag = false
    var block: [UInt8] = []
    var image: ArraySlice<UInt8> = []
    var file: Path = "-"
    var kind = Kind.first
    var part: Int?
    var names: [[UInt8]] = []

    enum Kind: String, CaseIterable {
      case first
      case second
    }

    init() {}

    init(seed: Int) {
      number = [Int.min, -5, 0, 1, .max][seed % 5]
      word = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15
      double = [-0.5, 0, 1e300, .infinity, .leastNonzeroMagnitude][seed % 5]
      flag = seed % 2 == 0
      block = (0..<seed % 7).map { UInt8($0 * seed % 256) }
      image = ArraySlice(repeating: UInt8(seed % 256), count: seed % 3 * 70_000 / 2)
      file = Path(bytes: Array("name \(seed)".utf8))
      kind = Kind.allCases[seed % 2]
      part = seed % 3 == 0 ? nil : seed
      names = (0..<seed % 4).map { Array("\($0)".utf8) }
    }

    mutating func exchange(with state: inout StateExchange) throws {
      try state.exchange(&number)
      try state.exchange(&word)
      try state.exchange(&double)
      try state.exchange(&flag)
      try state.exchange(&block)
      try state.exchange(&file)
      try state.exchange(&kind)
      try state.exchange(&part, blank: 0) { try $1.exchange(&$0) }
      try state.exchange(&names, blank: []) { try $1.exchange(&$0) }
      try state.exchange(&image)
    }

    /// The saved state, after which the work is unchanged.
    func saved() throws -> ArraySlice<UInt8> {
      var copy = self
      var state = StateExchange()
      try copy.exchange(with: &state)
      #expect(copy == self)
      return state.bytes
    }

    static func restored(_ bytes: ArraySlice<UInt8>) throws -> (work: Work, rest: Int) {
      var work = Work()
      var state = StateExchange(restoring: bytes)
      try work.exchange(with: &state)
      return (work, state.bytes.count)
    }
  }

  @Test(arguments: 0..<30) func `restored work equals the saved one`(seed: Int) throws {
    let work = Work(seed: seed)
    let saved = try work.saved()
    let restored = try Work.restored(saved)
    #expect(restored.work == work && restored.rest == 0)
    #expect(try restored.work.saved() == saved)
    // What follows belongs to others.
    #expect(try Work.restored(saved + [1, 2]).rest == 2)
  }

  @Test(arguments: 0..<30) func `a truncated state is refused`(seed: Int) throws {
    let saved = try Work(seed: seed).saved()
    for length in Array(0..<min(saved.count, 200)) + [saved.count - 1] {
      #expect(throws: InvalidSavedState.self) { try Work.restored(saved[..<length]) }
    }
  }

  @Test func `values take the bytes that older checkpoints have`() throws {
    var state = StateExchange()
    state.write(-2)
    state.write(true)
    state.write([7, 8] as [UInt8])
    let ones = [UInt8](repeating: 0xff, count: 7)
    #expect(state.bytes == [0xfe] + ones[...] + [1] + [2, 0, 0, 0, 0, 0, 0, 0, 7, 8])
  }

  @Test func `a count beyond the rest of the state is refused`() {
    for count in [-1, 1, 1 << 40, Int.max] {
      var state = StateExchange()
      state.write(count)
      #expect(throws: InvalidSavedState.self) {
        var saved = StateExchange(restoring: state.bytes)
        var block: [UInt8] = []
        try saved.exchange(&block)
      }
      #expect(throws: InvalidSavedState.self) {
        var saved = StateExchange(restoring: state.bytes)
        var items: [Int] = []
        try saved.exchange(&items, blank: 0) { try $1.exchange(&$0) }
      }
    }
    for number in [-1, (1 << 60) + 1, Int.max, Int.min] {
      var state = StateExchange()
      state.write(number)
      #expect(throws: InvalidSavedState.self) {
        var saved = StateExchange(restoring: state.bytes)
        var samples = 0
        try saved.exchange(sampleCount: &samples)
      }
    }
  }

  @Test func `an odd flag and an unknown name are refused`() {
    #expect(throws: InvalidSavedState.self) {
      var saved = StateExchange(restoring: [2])
      var flag = false
      try saved.exchange(&flag)
    }
    var state = StateExchange()
    state.write("third".utf8)
    #expect(throws: InvalidSavedState.self) {
      var saved = StateExchange(restoring: state.bytes)
      var kind = Work.Kind.first
      try saved.exchange(&kind)
    }
  }
}
