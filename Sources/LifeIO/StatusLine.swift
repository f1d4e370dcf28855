internal import LifeSystem
internal import Synchronization

/// The last line of a terminal, with the progress of the process.
///
/// Each text replaces the one before. All other output to the standard streams removes the line
/// first, so the two never mix.
package enum StatusLine {
  /// Whether output ended within a line; a status would erase that line.
  private static let isMidLine = Atomic<Bool>(false)
  private static let isShown = Atomic<Bool>(false)
  private static let turn = Mutex(())

  /// To the first column, and erase to the end of the line.
  private static let erasure: StaticString = "\r\u{1b}[K"

  /// Shows a text without line feeds, cut off to fit on a line. The caller has checked that
  /// standard error is a terminal.
  package static func show(_ text: String) {
    turn.withLock { _ in
      guard !isMidLine.load(ordering: .relaxed) else { return }
      isShown.store(true, ordering: .relaxed)
      // Leave room for the terminal's ^C, which must not begin another line.
      put("\(erasure)\(text.prefix(columns - 3))")
    }
  }

  package static func clear() {
    guard isShown.load(ordering: .relaxed) else { return }
    turn.withLock { _ in
      if isShown.exchange(false, ordering: .relaxed) { put("\(erasure)") }
    }
  }

  /// Call this before writing bytes to a standard stream.
  package static func makeWay(for bytes: UnsafeRawBufferPointer) {
    clear()
    guard let last = unsafe bytes.last else { return }
    isMidLine.store(last != UInt8(ascii: "\n"), ordering: .relaxed)
  }

  /// Removes the text before the process ends in a signal handler.
  package static func clearInSignalHandler() {
    guard isShown.load(ordering: .relaxed) else { return }
    _ = unsafe write(standardError, erasure.utf8Start, erasure.utf8CodeUnitCount)
  }

  private static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(standardError, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 3 else {
      return 80
    }
    return Int(size.ws_col)
  }

  private static func put(_ text: String) {
    unsafe Array(text.utf8).span.withUnsafeBytes {
      _ = unsafe SystemCall.write(to: standardError, from: $0)
    }
  }
}

private let standardError: Int32 = 2
