import LifeIO
import LifeRender
import LifeRun

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

  /// The graphics protocol of the terminal; nil if it does not report one.
  static var graphics: TerminalGraphics? {
    let variable = { (name: String) in Console.ofProcess.environment(name) ?? "" }
    // A terminal multiplexer does not pass images on.
    if !variable("TMUX").isEmpty || variable("TERM").hasPrefix("screen") { return nil }
    if variable("TERM").hasPart("kitty") || !variable("KITTY_WINDOW_ID").isEmpty { return .kitty }
    switch variable("TERM_PROGRAM") {
    case "ghostty", "WezTerm": return .kitty
    case "iTerm.app": return .iterm
    default: return supportsSixels ? .sixel : nil
    }
  }

  /// Queries the device attributes of the terminal: attribute 4 is support of sixels.
  private static var supportsSixels: Bool {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    var before = termios()
    guard unsafe tcgetattr(terminal, &before) == 0 else { return false }
    var quiet = before
    // Do not echo the answer, and read it without waiting for the end of a line.
    quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
    guard unsafe tcsetattr(terminal, TCSANOW, &quiet) == 0 else { return false }
    defer { unsafe _ = tcsetattr(terminal, TCSANOW, &before) }
    let question = Array("\u{1b}[c".utf8)
    guard unsafe write(terminal, question, question.count) == question.count else { return false }
    return attributes(answeredOn: terminal).contains("4")
  }

  /// The attributes between `ESC [ ?` and `c`; empty if the terminal does not answer in 0.2 s.
  private static func attributes(answeredOn terminal: Int32) -> [Substring] {
    var answer: [UInt8] = []
    while answer.last != UInt8(ascii: "c"), answer.count < 256 {
      var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wait, 1, 200) == 1 else { return [] }
      var byte: UInt8 = 0
      guard unsafe read(terminal, &byte, 1) == 1 else { return [] }
      answer.append(byte)
    }
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix("\u{1b}[?") else { return [] }
    return text.dropFirst(3).dropLast().split(separator: ";")
  }
}
