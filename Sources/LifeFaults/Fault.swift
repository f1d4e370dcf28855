// One call to the operating system that fails on demand, so that tests can see what comes of it.
#if DEBUG || FAULTS
  internal import Synchronization
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  /// Counts a call that is about to be made; true if it shall fail, for the reason in `errno`.
  ///
  /// `LIFE_FAIL_CALL=12` fails the twelfth call of the process as a broken disk would,
  /// `LIFE_FAIL_CALL=12:4` with the error of that number, and `LIFE_FAIL_CALL=fsync` the first of
  /// that name. The call is named on standard error, so that whoever counts up sees when there was
  /// no such call any more.
  package func callFails(_ name: StaticString) -> Bool {
    guard let fault = Fault.chosen, fault.name.isEmpty || fault.name == "\(name)" else {
      return false
    }
    let number = Fault.calls.add(1, ordering: .relaxed).newValue
    guard number == fault.number else { return false }
    let note = "fault: call \(number), \(name), fails\n"
    var rest = Array(note.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    errno = fault.code
    return true
  }

  private struct Fault {
    var number: Int
    /// Empty if calls of all names are counted.
    var name: String
    var code: Int32

    static let calls = Atomic<Int>(0)

    static let chosen: Fault? = {
      guard let text = unsafe getenv("LIFE_FAIL_CALL").map({ unsafe String(cString: $0) }) else {
        return nil
      }
      let words = text.split(separator: ":", maxSplits: 1)
      guard let word = words.first else { return nil }
      let number = Int(word)
      return Fault(
        number: number ?? 1, name: number == nil ? String(word) : "",
        code: words.dropFirst().first.flatMap { Int32($0) } ?? EIO)
    }()
  }
#else
  /// No call fails on demand in the program that people use, and asking costs nothing.
  @inlinable @inline(__always)
  package func callFails(_ name: StaticString) -> Bool { false }
#endif
