import TestSupport
import Testing

/// Images in terminals, which a Python script emulates.
@Suite(.needs(.python3)) struct TerminalTests {
  /// The image that `life show` sends to a terminal of 400 × 300 pixels of some type, which answers
  /// the query for its attributes.
  private func shown(_ kind: String, answer: String) throws -> String {
    try run(
      """
      cat > terminal.py <<'END'
      import base64, fcntl, os, pty, re, struct, termios
      pid, terminal = pty.fork()
      if pid == 0:
          fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 400, 300))
          os.environ['TERM'] = '\(kind)'
          os.execvp('life', 'life show gosper-gun'.split())
      text = b''
      while True:
          try: text += os.read(terminal, 65536)
          except OSError: break
          if text.endswith(b'\\x1b[c'): os.write(terminal, b'\(answer)')
      pieces = [data for keys, data in re.findall(rb'\\x1b_G([^;]*);([^\\x1b]*)', text)
        if b'i=31' not in keys]
      picture = base64.b64decode(b''.join(pieces))
      sixels = re.search(rb'\\x1bP[0-9;]*q"1;1;([0-9;]*)', text)
      if picture[:4] == b'\\x89PNG' and picture[-8:-4] == b'IEND':
          print('PNG', *struct.unpack('>II', picture[16:24]))
      elif sixels: print('sixels', sixels[1].decode())
      else: print('letters')
      END
      python3 terminal.py
      """)
  }

  @Test func `an image fits the pixels of the terminal`() throws {
    let answer = "\\x1b_Gi=31;OK\\x1b\\\\\\x1b[?62c"
    #expect(try shown("xterm", answer: answer) == "PNG 396 99\n")
  }

  @Test func `the name of a terminal is not an answer`() throws {
    #expect(try shown("xterm-kitty", answer: "") == "letters\n")
  }

  @Test(arguments: [
    ("\\x1b[?62;4;22c", "sixels 396;99\n"), ("\\x1b[?4c", "sixels 396;99\n"),
    ("\\x1b[?62;22c", "letters\n"), ("\\x1b[>4;4;4c", "letters\n"), ("", "letters\n"),
    ("\\x1b[?64c", "letters\n"),
  ])
  func `a terminal that reports sixels gets sixels`(answer: String, picture: String) throws {
    #expect(try shown("xterm", answer: answer) == picture)
  }
}
