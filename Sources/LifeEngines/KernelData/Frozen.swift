/// An immutable array at a fixed address, for the kernels.
@safe
final class Frozen<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let count: Int
  /// The first element; valid as long as this object.
  @unsafe let start: UnsafePointer<Element>

  init(_ elements: [Element]) {
    count = elements.count
    // At least one element, so there is an address.
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    for index in elements.indices { unsafe (memory + index).initialize(to: elements[index]) }
    unsafe start = UnsafePointer(memory)
  }

  deinit { unsafe start.deallocate() }
}
