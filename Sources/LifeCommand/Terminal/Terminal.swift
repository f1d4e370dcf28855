import LifeRender
import LifeRun
import LifeTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The size and the graphics capabilities of the terminal of standard output.
enum Terminal {
  /// The size in characters; nil if the terminal does not report it.
  static var size: (columns: Int, rows: Int)? {
    guard let size = windowSize, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The size in pixels; nil if the terminal does not report it.
  static var pixels: (width: Int, height: Int)? {
    guard let size = windowSize, size.ws_xpixel > 0, size.ws_ypixel > 0 else { return nil }
    return (Int(size.ws_xpixel), Int(size.ws_ypixel))
  }

  private static var windowSize: winsize? {
    var size = winsize()
    return unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// The graphics protocol of the terminal, which is queried; nil if it does not report one.
  static var graphics: TerminalGraphics? {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var before = termios()
    guard unsafe tcgetattr(terminal, &before) == 0 else { return nil }
    var quiet = before
    // Do not echo the answer, and read it without waiting for the end of a line.
    quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
    guard unsafe tcsetattr(terminal, TCSANOW, &quiet) == 0 else { return nil }
    defer { unsafe _ = tcsetattr(terminal, TCSANOW, &before) }
    let query = PictureSupport.query
    guard unsafe write(terminal, query, query.count) == query.count else { return nil }
    return support(answeredOn: terminal).best.flatMap { TerminalGraphics(rawValue: $0.rawValue) }
  }

  /// The answers; a terminal has 0.2 s for each of their parts.
  private static func support(answeredOn terminal: Int32) -> PictureSupport {
    var (support, decoder) = (PictureSupport(), InputDecoder())
    var count = 0
    while !support.isComplete, count < 1024 {
      var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wait, 1, 200) == 1 else { break }
      var byte: UInt8 = 0
      guard unsafe read(terminal, &byte, 1) == 1 else { break }
      count += 1
      for case .answer(let answer) in decoder.decode([byte]) { support.receive(answer) }
    }
    return support
  }
}
