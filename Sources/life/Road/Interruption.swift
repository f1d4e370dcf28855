import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A wish of the user's to stop, which a film grants after the picture it is at, so that it plays.
///
/// A second wish is a command: it ends the process at once.
enum Interruption {
  private static let number = Atomic<Int32>(0)
  /// When that came, in milliseconds.
  private static let time = Atomic<Int>(0)

  /// The signal that came; nil if none has.
  static var signal: Int32? {
    let signal = number.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Lets signals come that whoever started us had blocked for himself: nobody could stop us.
  static func unblock() {
    var wishes = sigset_t()
    unsafe sigemptyset(&wishes)
    for wish in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&wishes, wish) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &wishes, nil)
  }

  /// From here on the first signal is only noted.
  static func listen() {
    // Made now, because nothing can be made while a signal is handled.
    _ = (signal, time.load(ordering: .relaxed), patience)
    for wish in [SIGINT, SIGTERM, SIGHUP] {
      // What whoever started us does not want to stop us, as nohup, does not.
      let before = setHandler(wish, note)
      if isIgnored(before) { _ = setHandler(wish, before) }
    }
  }

  /// Some programs say the same twice at once, to a process and to its group.
  private static let patience = 300

  private static let note: @convention(c) (Int32) -> Void = { wish in
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let milliseconds = now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    if number.load(ordering: .relaxed) == 0 {
      time.store(milliseconds, ordering: .relaxed)
      number.store(wish, ordering: .relaxed)
    } else if milliseconds - time.load(ordering: .relaxed) > patience {
      _ = setHandler(wish, SIG_DFL)
      raise(wish)
    }
  }
}

#if canImport(Darwin)
  private typealias Handler = sig_t?
#else
  private typealias Handler = __sighandler_t?
#endif

private func setHandler(_ number: Int32, _ handler: Handler) -> Handler {
  signal(number, handler)
}

private func isIgnored(_ handler: Handler) -> Bool {
  unsafe unsafeBitCast(handler, to: Int.self) == 1
}
