internal import CCPU

/// Integers of one width, one per cell, packed into a vector. Their arithmetic wraps around.
protocol Lanes {
  /// The number of bytes in an integer.
  static var size: Int { get }
  static func splat(_ number: Int32) -> Wide
  static func add(_ a: Wide, _ b: Wide) -> Wide
  static func subtract(_ a: Wide, _ b: Wide) -> Wide
  static func multiply(_ a: Wide, _ b: Wide) -> Wide
  /// All ones in each lane with `a` = `b`, or with `a` ≤ `b` as unsigned numbers.
  static func equal(_ a: Wide, _ b: Wide) -> Wide
  static func atMost(_ a: Wide, _ b: Wide) -> Wide
  /// The weights of cells, a signed byte each, widened to lanes.
  static func weights(_ cells: UnsafePointer<UInt8>) -> Wide
  /// The states of cells, an unsigned byte each, widened to lanes.
  static func states(_ cells: UnsafePointer<UInt8>) -> Wide
  /// A bit for each nonzero number, at the place of vector `part` in a word of 64 cells.
  static func bits(_ numbers: Wide, _ part: Int32) -> UInt64
  /// The sum of each number and all numbers west of it.
  static func running(_ numbers: Wide) -> Wide
  /// The easternmost number, in all lanes.
  static func last(_ numbers: Wide) -> Wide
}

extension Lanes {
  /// The number of cells in a vector.
  @inline(__always) static var cells: Int { Wide.scalarCount &* 8 / size }
}

enum Lanes16: Lanes {
  @inline(__always) static var size: Int { 2 }
  @inline(__always) static func splat(_ number: Int32) -> Wide { life_splat16(number) }
  @inline(__always) static func add(_ a: Wide, _ b: Wide) -> Wide { life_add16(a, b) }
  @inline(__always) static func subtract(_ a: Wide, _ b: Wide) -> Wide { life_subtract16(a, b) }
  @inline(__always) static func multiply(_ a: Wide, _ b: Wide) -> Wide { life_multiply16(a, b) }
  @inline(__always) static func equal(_ a: Wide, _ b: Wide) -> Wide { life_equal16(a, b) }
  @inline(__always) static func atMost(_ a: Wide, _ b: Wide) -> Wide { life_at_most16(a, b) }
  @inline(__always) static func running(_ numbers: Wide) -> Wide { life_running16(numbers) }
  @inline(__always) static func last(_ numbers: Wide) -> Wide { life_last16(numbers) }

  @inline(__always)
  static func weights(_ cells: UnsafePointer<UInt8>) -> Wide { unsafe life_weights16(cells) }
  @inline(__always)
  static func states(_ cells: UnsafePointer<UInt8>) -> Wide { unsafe life_states16(cells) }
  @inline(__always)
  static func bits(_ numbers: Wide, _ part: Int32) -> UInt64 { life_gather16(numbers, part) }
}

enum Lanes32: Lanes {
  @inline(__always) static var size: Int { 4 }
  @inline(__always) static func splat(_ number: Int32) -> Wide { life_splat32(number) }
  @inline(__always) static func add(_ a: Wide, _ b: Wide) -> Wide { life_add32(a, b) }
  @inline(__always) static func subtract(_ a: Wide, _ b: Wide) -> Wide { life_subtract32(a, b) }
  @inline(__always) static func multiply(_ a: Wide, _ b: Wide) -> Wide { life_multiply32(a, b) }
  @inline(__always) static func equal(_ a: Wide, _ b: Wide) -> Wide { life_equal32(a, b) }
  @inline(__always) static func atMost(_ a: Wide, _ b: Wide) -> Wide { life_at_most32(a, b) }
  @inline(__always) static func running(_ numbers: Wide) -> Wide { life_running32(numbers) }
  @inline(__always) static func last(_ numbers: Wide) -> Wide { life_last32(numbers) }

  @inline(__always)
  static func weights(_ cells: UnsafePointer<UInt8>) -> Wide { unsafe life_weights32(cells) }
  @inline(__always)
  static func states(_ cells: UnsafePointer<UInt8>) -> Wide { unsafe life_states32(cells) }
  @inline(__always)
  static func bits(_ numbers: Wide, _ part: Int32) -> UInt64 { life_gather32(numbers, part) }
}
