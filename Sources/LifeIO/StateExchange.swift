/// The state of interrupted work, on its way into a checkpoint or out of one.
///
/// A type describes its fields once, in ``Resumable/exchange(with:)``: saving appends their values,
/// and restoring replaces them by the saved ones. So the order cannot differ between the two.
///
/// Numbers are eight bytes, little-endian; a block of bytes follows its count; a flag is one byte.
/// What is restored may be damaged: it throws instead of trapping.
package struct StateExchange {
  package let isRestoring: Bool
  private var saved: [UInt8] = []
  /// What is not restored yet.
  private var rest: ArraySlice<UInt8> = []

  /// The bytes that were saved, or those that are not restored yet.
  package var bytes: ArraySlice<UInt8> { isRestoring ? rest : saved[...] }

  /// Saves what is exchanged.
  package init() { isRestoring = false }

  /// Restores what is exchanged. The bytes are not copied.
  package init(restoring bytes: ArraySlice<UInt8>) {
    isRestoring = true
    rest = bytes
  }

  /// Refuses a saved state that is not valid.
  package func require(_ isValid: @autoclosure () -> Bool) throws(InvalidSavedState) {
    if isRestoring, !isValid() { throw InvalidSavedState() }
  }
}

// MARK: - Numbers, flags and bytes

extension StateExchange {
  package mutating func exchange(_ number: inout Int) throws(InvalidSavedState) {
    guard isRestoring else { return write(number) }
    number = try take(8).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number that must lie in a range, so that calculating with it cannot overflow.
  package mutating func exchange(
    _ number: inout Int, in range: ClosedRange<Int>
  ) throws(InvalidSavedState) {
    try exchange(&number)
    try require(range.contains(number))
  }

  /// The number of samples or frames until now.
  package mutating func exchange(sampleCount: inout Int) throws(InvalidSavedState) {
    try exchange(&sampleCount, in: 0...1 << 60)
  }

  /// A count of items that take at least one byte each, so that it cannot exceed what is left.
  package mutating func exchange(count: inout Int) throws(InvalidSavedState) {
    try exchange(&count)
    try require((0...rest.count).contains(count))
  }

  package mutating func exchange(_ word: inout UInt64) throws(InvalidSavedState) {
    var number = Int(truncatingIfNeeded: word)
    try exchange(&number)
    word = UInt64(truncatingIfNeeded: number)
  }

  package mutating func exchange(_ number: inout Double) throws(InvalidSavedState) {
    var bits = number.bitPattern
    try exchange(&bits)
    number = Double(bitPattern: bits)
  }

  package mutating func exchange(_ flag: inout Bool) throws(InvalidSavedState) {
    guard isRestoring else { return write(flag) }
    let byte = try take(1).first
    try require(byte == 0 || byte == 1)
    flag = byte == 1
  }

  package mutating func exchange(_ block: inout [UInt8]) throws(InvalidSavedState) {
    guard isRestoring else { return write(block) }
    block = Array(try takeBlock())
  }

  /// A block that is restored without a copy, because it may be an image.
  package mutating func exchange(_ block: inout ArraySlice<UInt8>) throws(InvalidSavedState) {
    guard isRestoring else { return write(block) }
    block = try takeBlock()
  }

  package mutating func exchange(_ path: inout Path) throws(InvalidSavedState) {
    var name = path.bytes
    try exchange(&name)
    path = Path(bytes: name)
  }

  /// A case of an enumeration, by its name.
  package mutating func exchange<Value: RawRepresentable<String>>(
    _ value: inout Value
  ) throws(InvalidSavedState) {
    var name = Array(value.rawValue.utf8)
    try exchange(&name)
    guard let known = Value(rawValue: String(decoding: name, as: UTF8.self)) else {
      throw InvalidSavedState()
    }
    value = known
  }

  private mutating func takeBlock() throws(InvalidSavedState) -> ArraySlice<UInt8> {
    var count = 0
    try exchange(count: &count)
    return try take(count)
  }

  private mutating func take(_ count: Int) throws(InvalidSavedState) -> ArraySlice<UInt8> {
    try require(count <= rest.count)
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

// MARK: - Optional values and lists

extension StateExchange {
  /// A flag that tells whether there is a value, and the value.
  ///
  /// - Parameter blank: a value to restore into.
  package mutating func exchange<Value>(
    _ value: inout Value?, blank: @autoclosure () -> Value,
    _ exchangeValue: (inout Value, inout StateExchange) throws -> Void
  ) throws {
    var exists = value != nil
    try exchange(&exists)
    guard exists else { return value = nil }
    var known = value ?? blank()
    try exchangeValue(&known, &self)
    value = known
  }

  /// The number of items, and the items.
  ///
  /// - Parameter blank: an item to restore into.
  package mutating func exchange<Item>(
    _ items: inout [Item], blank: Item,
    _ exchangeItem: (inout Item, inout StateExchange) throws -> Void
  ) throws {
    var count = items.count
    try exchange(count: &count)
    if isRestoring { items = [] }
    for index in 0..<count {
      // No room is made for items that the state only claims to have.
      if isRestoring { items.append(blank) }
      try exchangeItem(&items[index], &self)
    }
  }
}

// MARK: - Saving

extension StateExchange {
  package mutating func write(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      saved.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  package mutating func write(_ flag: Bool) { saved.append(flag ? 1 : 0) }

  package mutating func write(_ block: some Collection<UInt8>) {
    write(block.count)
    // Large blocks are images: growing by doubling would take twice the memory.
    if block.count > 1 << 16 { saved.reserveCapacity(saved.count + block.count + 1 << 10) }
    saved += block
  }
}
