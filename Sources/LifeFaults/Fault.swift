// Fault injection: one system call of the process fails on demand, so that tests can cover
// failures.
internal import Synchronization
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Counts a system call before it is made; true if it must fail, then the reason is in `errno`.
///
/// `LIFE_FAIL_CALL=12` fails the twelfth call of the process with EIO, `LIFE_FAIL_CALL=12:4` with
/// error number 4, and `LIFE_FAIL_CALL=fsync` the first call of that name. The failing call is
/// named on standard error, so that a test that counts up can detect the end of the calls.
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
  /// The name of the calls that are counted; empty for all.
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
