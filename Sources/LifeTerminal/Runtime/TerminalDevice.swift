internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The terminal of the process. Its modes are restored however the process ends.
///
/// The state is global, because signal handlers use it.
package enum TerminalDevice {
  /// The terminal to read from: standard input, or `/dev/tty` if standard input is a file or pipe.
  static let input: Int32 =
    isatty(0) == 1 ? 0 : unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
  static let output: Int32 = 1
  /// The modes of the terminal before the program changed them.
  private static let original: termios? = {
    var modes = termios()
    return unsafe tcgetattr(input, &modes) == 0 ? modes : nil
  }()
  /// A pipe that wakes the runtime: the ends for reading and for writing.
  static let wakePipe: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }()

  private static let isRaw = Atomic<Bool>(false)
  /// The number of the signal that asked the process to end, or 0.
  private static let ending = Atomic<Int32>(0)
  /// The signals that have arrived and were not taken, a bit for the number of each.
  private static let arrived = Atomic<UInt64>(0)

  /// Whether input and output are both a terminal.
  package static var isUsable: Bool { isatty(output) == 1 && input >= 0 && original != nil }

  /// The size in characters; `nil` if the terminal does not report it.
  package static var size: Size? {
    windowSize.map { Size(width: Int($0.ws_col), height: Int($0.ws_row)) }
  }

  /// The size of a character in pixels; `nil` if the terminal does not report it.
  package static var characterSize: Size? {
    guard let window = windowSize else { return nil }
    let width = Int(window.ws_xpixel) / Int(window.ws_col)
    let height = Int(window.ws_ypixel) / Int(window.ws_row)
    guard (1...256).contains(width), (1...256).contains(height) else { return nil }
    return Size(width: width, height: height)
  }

  /// The size in pixels; `nil` if the terminal does not report it.
  package static var pixels: (width: Int, height: Int)? {
    guard let size = windowSize, size.ws_xpixel > 0, size.ws_ypixel > 0 else { return nil }
    return (Int(size.ws_xpixel), Int(size.ws_ypixel))
  }

  private static var windowSize: winsize? {
    var size = winsize()
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return size
  }

  private static let enterSequence: StaticString =
    "\u{1b}[?1049h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?2004h\u{1b}[?25l\u{1b}[?2026$p"
  private static let leaveSequence: StaticString =
    """
    \u{1b}[?2026l\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1002l\u{1b}[m\u{1b}[?25h\
    \u{1b}[?1049l
    """
}

// MARK: - Modes

extension TerminalDevice {
  /// Switches to raw mode and the alternate screen.
  static func enter() {
    guard var modes = original else { return }
    modes.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    modes.c_oflag &= ~tcflag_t(OPOST)
    modes.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    modes.c_cflag |= tcflag_t(CS8)
    unsafe _ = tcsetattr(input, TCSADRAIN, &modes)
    isRaw.store(true, ordering: .sequentiallyConsistent)
    send(enterSequence)
  }

  /// Restores the terminal. Further calls do nothing. Safe in a signal handler.
  ///
  /// - Parameter isAbrupt: whether to skip the wait for a terminal that doesn't read.
  static func leave(isAbrupt: Bool = false) {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent), var modes = original else {
      return
    }
    // Restore the modes first, because the write may block.
    unsafe _ = tcsetattr(input, TCSANOW, &modes)
    let flags = fcntl(output, F_GETFL)
    if isAbrupt { _ = fcntl(output, F_SETFL, flags | O_NONBLOCK) }
    send(leaveSequence)
    if isAbrupt { _ = fcntl(output, F_SETFL, flags) }
  }

  private static func send(_ text: StaticString) {
    unsafe _ = write(output, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Wakes the runtime. Safe in a signal handler and from any thread.
  static func wake() {
    var byte: UInt8 = 0
    unsafe _ = write(wakePipe.writing, &byte, 1)
  }
}

// MARK: - Queries

extension TerminalDevice {
  /// Asks the terminal about picture protocols, and waits for the answer.
  ///
  /// For commands other than a ``TerminalProgram``: it reads the input itself.
  ///
  /// - Returns: The best protocol, or `nil` if the terminal shows no pictures or doesn't answer.
  package static func queryPictures() -> PictureProtocol? {
    guard let before = original else { return nil }
    var quiet = before
    // Do not echo the answer, and read it without waiting for the end of a line.
    quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
    guard unsafe tcsetattr(input, TCSANOW, &quiet) == 0 else { return nil }
    defer {
      var modes = before
      unsafe _ = tcsetattr(input, TCSANOW, &modes)
    }
    guard send(PictureSupport.query) else { return nil }
    var support = PictureSupport()
    var decoder = InputDecoder()
    // Read byte by byte, because any input after the answer was typed for another program. Wait 0.2
    // s for each byte.
    for _ in 0..<1024 where !support.isComplete {
      guard wait(.milliseconds(200)).hasInput, let byte = readInput(maxBytes: 1) else { break }
      for case .answer(let answer) in decoder.decode(byte) { support.receive(answer) }
    }
    return support.best
  }
}

// MARK: - Signals

extension TerminalDevice {
  private static let endingSignals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

  static func installSignalHandlers() {
    // Initialize the globals now: a signal handler must not.
    _ = (input, original, wakePipe, enterSequence, leaveSequence, endingSignals, crashes)
    _ = (isRaw.load(ordering: .relaxed), ending.load(ordering: .relaxed))
    _ = arrived.load(ordering: .relaxed)
    for number in endingSignals { setHandler(of: number, to: handleEndingSignal) }
    for number in crashes { signal(number, handleCrash) }
    for number in [SIGWINCH, SIGTSTP, SIGCONT] { signal(number, noteSignal) }
    signal(SIGALRM, handleAlarm)
    signal(SIGPIPE, SIG_IGN)
    // The parent process may have blocked these signals.
    var all = sigset_t()
    unsafe sigemptyset(&all)
    for number in endingSignals + crashes + [SIGWINCH, SIGTSTP, SIGCONT, SIGALRM] {
      unsafe sigaddset(&all, number)
    }
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  /// Sets the handler of a signal. The signal also ends a blocked system call: a program stuck in a
  /// write to a terminal must still save its state.
  private static func setHandler(
    of number: Int32, to handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_u.__sa_handler = handler
    #endif
    unsafe _ = sigaction(number, &action, nil)
  }

  /// Asks the runtime to end. If the runtime is blocked by a terminal that doesn't read, an alarm
  /// ends the process after a second. A second signal ends it at once.
  private static let handleEndingSignal: @convention(c) (Int32) -> Void = { received in
    if ending.exchange(received, ordering: .relaxed) != 0 {
      leave(isAbrupt: true)
      _exit(128 + received)
    }
    _ = alarm(1)
    wake()
  }

  /// Sets an alarm to end the process after some seconds; `nil` cancels it.
  static func setExitAlarm(seconds: UInt32?) { _ = alarm(seconds ?? 0) }

  private static let handleCrash: @convention(c) (Int32) -> Void = { received in
    leave(isAbrupt: true)
    signal(received, SIG_DFL)
    raise(received)
  }

  private static let noteSignal: @convention(c) (Int32) -> Void = { received in
    arrived.bitwiseOr(1 << UInt64(received), ordering: .relaxed)
    wake()
  }

  private static let handleAlarm: @convention(c) (Int32) -> Void = { _ in
    leave(isAbrupt: true)
    // Without a signal the terminal was closed, which counts as SIGHUP.
    _exit(128 + max(1, ending.load(ordering: .relaxed)))
  }

  /// The signal that asked the process to end, or `nil`.
  static var endingSignal: Int32? {
    let signal = ending.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  static func takeResize() -> Bool { take(SIGWINCH) }
  static func takeStop() -> Bool { take(SIGTSTP) }
  static func takeContinue() -> Bool { take(SIGCONT) }

  /// Whether a signal has arrived since the last call.
  private static func take(_ number: Int32) -> Bool {
    let bit: UInt64 = 1 << UInt64(number)
    return arrived.bitwiseAnd(~bit, ordering: .relaxed).oldValue & bit != 0
  }

  /// Restores the terminal, stops the process, and returns once it continues.
  static func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, noteSignal)
    _ = takeContinue()
    enter()
  }
}

// MARK: - Bytes

extension TerminalDevice {
  /// The reason why a wait ended. After a signal, a message or a timeout, neither flag is set.
  struct Wakeup {
    var hasInput = false
    var isClosed = false
  }

  /// Waits for input, a message, a signal or the end of `timeout`.
  static func wait(_ timeout: Duration?) -> Wakeup {
    var files = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakePipe.reading, events: Int16(POLLIN), revents: 0),
    ]
    let milliseconds = timeout.map { ($0 / .milliseconds(1)).rounded(.up) }
    let count = milliseconds.map { Int32(max(0, min($0, 1e8))) } ?? -1
    guard unsafe poll(&files, 2, count) > 0 else { return Wakeup() }
    if files[1].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 256)
      while unsafe read(wakePipe.reading, &bytes, 256) == 256 {}
    }
    let events = Int32(files[0].revents)
    return Wakeup(
      hasInput: events & POLLIN != 0, isClosed: events & POLLIN == 0 && events != 0)
  }

  /// Reads up to `maxBytes` typed bytes. Returns `nil` if the terminal is closed.
  static func readInput(maxBytes: Int = 1 << 16) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    let count = unsafe read(input, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(bytes[..<count])
  }

  /// Writes all bytes. Returns `false` if the terminal is closed or the process is about to end.
  static func send(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(output, $0.baseAddress! + start, bytes.count - start)
      }
      if count > 0 {
        start += count
      } else if errno == EAGAIN {
        var file = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        unsafe _ = poll(&file, 1, 100)
      } else if errno != EINTR {
        return false
      }
      if endingSignal != nil { return false }
    }
    return true
  }
}
