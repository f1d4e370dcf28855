internal import LifeCore

/// A hash table from words other than 0 to plain values, with linear probing. Its pages count
/// against the memory limit.
@safe
final class WordTable<Value: BitwiseCopyable> {
  private struct Slot: BitwiseCopyable {
    var key: UInt64
    var value: Value
  }

  private var slots: Arena<Slot>
  private var mask: Int
  private(set) var count = 0

  init() throws(MemoryExhausted) {
    slots = try Arena(purpose: "streams", capacity: 1 << 10)
    mask = 1 << 10 - 1
  }

  var byteCount: Int { slots.byteCount }

  /// The slot of a key, or the unused slot for it.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    var place = Self.hash(key) & mask
    while true {
      let found = unsafe slots.elements[place].key
      if found == key || found == 0 { return place }
      place = (place &+ 1) & mask
    }
  }

  @inline(__always)
  private static func hash(_ key: UInt64) -> Int {
    var hash = (key ^ key &>> 32) &* 0x9e37_79b9_7f4a_7c15
    hash ^= hash &>> 29
    hash = hash &* 0xbf58_476d_1ce4_e5b9
    return Int(truncatingIfNeeded: hash &>> 24)
  }

  subscript(key: UInt64) -> Value? {
    let slot = unsafe slots.elements[place(of: key)]
    return slot.key == key ? slot.value : nil
  }

  func set(_ key: UInt64, to value: Value) throws(MemoryExhausted) {
    if 2 * count >= mask { try grow() }
    let place = place(of: key)
    if unsafe slots.elements[place].key == 0 { count += 1 }
    unsafe slots.elements[place] = Slot(key: key, value: value)
  }

  private func grow() throws(MemoryExhausted) {
    let former = slots
    let formerCount = mask + 1
    slots = try Arena(purpose: "streams", capacity: 2 * formerCount)
    mask = 2 * formerCount - 1
    for index in 0..<formerCount {
      let slot = unsafe former.elements[index]
      if slot.key != 0 { unsafe slots.elements[place(of: slot.key)] = slot }
    }
  }
}
