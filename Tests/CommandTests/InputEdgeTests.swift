import Foundation
import TestSupport
import Testing

/// Rules, pastes and terminals.
@Suite struct InputEdgeTests {
  @Test func `cells that are far apart are identified`() throws {
    let text = try run(
      """
      printf 'x = 1152921504606846975, y = 1\\no1152921504606846973bo!\\n' > far.rle
      life identify far.rle
      life run far.rle --until stable -q | tail -n 1
      """)
    #expect(text == "far.rle: dies at generation 1\n!\n")
  }

  @Test func `cells outside the universe are refused unless reading is lenient`() throws {
    let text = try run(
      """
      printf 'x = 2, y = 2, rule = B3/S23:P1,2\\n2o$2o!\\n' > out.rle
      for command in 'convert out.rle' 'run block -n 1 --universe P1,2' \
        'paste glider glider --at 5,5 --universe P12' 'convert block --universe P5 --shift 3,0'; do
        life $command -q > out 2>&1; echo $?; grep -c -e '--lenient leaves' out; test -s out
        life $command --lenient 2>&1 >/dev/null | grep -c 'left out'
      done
      """)
    #expect(text == String(repeating: "65\n1\n1\n", count: 4))
  }

  @Test func `patterns of an unknown rule are compared and pasted`() throws {
    let text = try run(
      """
      printf 'x = 2, y = 1, rule = Foo\\nAB!\\n' > a.rle
      printf 'x = 2, y = 1, rule = Foo\\nAD!\\n' > b.rle
      life diff a.rle a.rle -q && echo same; life diff a.rle b.rle -q || echo different
      life paste a.rle b.rle --at 3,0 -q | tail -1
      life diff a.rle a.rle --any-phase -q 2>/dev/null; echo $?
      """)
    #expect(text == "same\ndifferent\nAB.AD!\n65\n")
  }

  @Test func `the path of a rule file may be given as a rule`() throws {
    let text = try run(
      """
      mkdir -p rules other; cd other
      printf '@RULE X\\n@TABLE\\nn_states:3\\nneighborhood:Moore\\n' > ../rules/X.rule
      printf 'symmetries:none\\n1,0,0,0,0,0,0,0,0,2\\n' >> ../rules/X.rule
      life rule ../rules/X.rule | grep -c 'X'
      printf 'x = 1, y = 1\\no!\\n' | life run - --rule ../rules/X.rule -n 1 -q | tail -1
      life rule ./missing.rule 2>&1; echo $?
      """)
    #expect(text.hasPrefix("1\nB!\n"), "\(text)")
    #expect(text.hasSuffix("66\n"), "\(text)")
  }

  @Test func `a picture of a run reads back as its pattern`() throws {
    let text = try run(
      """
      life run glider -n 7 --rule B36/S23 -o x.png -q
      life run glider -n 7 --rule B36/S23 -o x.rle -q
      life convert x.png back.rle; cmp back.rle x.rle && echo same
      life info x.png --json | grep -c B36/S23
      life convert x.png --threshold 100 -q | cmp -s - x.rle || echo pixels
      """)
    #expect(text == "same\n1\npixels\n")
  }

  @Test func `a turn that may change the evolution names those that do not`() throws {
    let text = try run(
      """
      printf 'x = 3, y = 3, rule = B2/S34H\\nbo$2bo$3o!\\n' > hex.rle
      life convert hex.rle --rotate 90 2>&1 >/dev/null
      life convert hex.rle --transpose 2>&1 >/dev/null
      """)
    #expect(
      text.contains("may evolve differently; turns that keep its evolution: rotating by 180°"))
    #expect(text.filter { $0 == "\n" }.count == 1)
  }

  @Test func `an unknown rule stops neither info nor a conversion that keeps it`() throws {
    let text = try run(
      """
      printf 'x = 3, y = 1, rule = Foo\\n3o!\\n' > two.rle
      printf 'x = 3, y = 1, rule = Bar:T9,9\\nA.C!\\n' > many.rle
      life info two.rle 2>&1 | grep -e rule -e population -e kind; life convert two.rle
      life convert many.rle -q; life convert many.rle m.mc -q; life convert m.mc -q | tail -1
      life convert two.rle --to cells 2>/dev/null; echo $?
      life convert two.rle --to cells -r B3/S23; life run two.rle -n 1 -r B3/S23 -q | tail -1
      life run two.rle -n 1 2>/dev/null; echo $?; life convert two.rle x.svg -q; ls x.svg
      life convert two.rle --to apgcode -q 2>&1
      """, exits: 65)
    #expect(
      text == """
        two.rle: warning: the rule 'Foo' is unknown; the pattern cannot be run
          rule        Foo
          population  3
        x = 3, y = 1, rule = Foo
        3o!
        #CXRLE Pos=-1,0
        x = 3, y = 1, rule = Bar:T9,9
        A.C!
        A.C!
        65
        OOO
        o$o$o!
        65
        x.svg
        life: apgcode requires the rule 'Foo', which is unknown; specify it with --rule, or the \
        folder of its file with --rules

        """)
  }

  @Test func `paste takes any number of patterns`() throws {
    let text = try run(
      """
      life paste block block block block --at 3,0 --at 0,3 --at 3,3 -q | tail -1
      life paste block glider tub -q > a; life paste block glider -q -o b.rle
      life paste b.rle tub -q | cmp - a && echo same
      life paste block block block --at 3,0 2>&1
      """, exits: 64)
    #expect(
      text == """
        2ob2o$2ob2o2$2ob2o$2ob2o!
        same
        life: --at: expected one position for each B (2), or none; found 1
        Usage: life paste [options] A B...
        Try 'life help paste'.

        """)
  }

  @Test(arguments: ["B0-5c/S8-", "B3-/S23-", "B2-a3-/S-23"])
  func `a hyphen without letters is read as Golly reads it`(rule: String) throws {
    let text = try run("life run glider -r \(rule) -n 1 -q | grep -c rule || true")
    #expect(text == (rule.hasSuffix("-23") ? "0\n" : "1\n"))
  }

  /// The output of a command in a terminal.
  private func inTerminal(
    _ line: String, typed: String = "", environment: String = ""
  ) throws -> String {
    try run(
      """
      cat > terminal.py <<'END'
      import os, pty, sys
      pid, terminal = pty.fork()
      if pid == 0: os.execvp('sh', ['sh', '-c', sys.argv[1]])
      os.write(terminal, sys.argv[2].encode())
      text = b''
      while True:
          try: chunk = os.read(terminal, 65536)
          except OSError: break
          if not chunk: break
          text += chunk
      sys.stdout.write(text.decode(errors='replace').replace('\\r', ''))
      END
      \(environment) python3 terminal.py '\(line)' "$(printf '\(typed)')"
      """)
  }

  @Test(
    .needs(.python3),
    arguments: [
      ("run gosper-gun -n 2 --to gif", "gif", "gosper-gun.gif"),
      ("run - -n 2 --to ppm", "ppm", "stdin.ppm"),
      ("convert glider --to png", "png", "glider.png"),
      ("convert glider - --to mp4", "mp4", "glider.mp4"),
      ("soup --to png", "png", "soup.png"),
      ("paste block glider --to png", "png", "block.png"),
    ])
  func `binary data is not written to a terminal`(
    line: String, kind: String, file: String
  ) throws {
    let text = try inTerminal("life \(line)")
    #expect(
      text.hasPrefix("life: \(kind) is binary data, which a terminal cannot display; write '-o"))
    #expect(text.contains("write '-o \(file)', or pipe it"))
    #expect(try inTerminal("life run glider -n 0 --to svg -q").contains("<svg"))
  }

  @Test(.needs(.python3))
  func `reading from a terminal is announced`() throws {
    let text = try inTerminal("life info - 2>&1", typed: "3o!\\n\\004")
    #expect(text.contains("life: reading a pattern from the terminal; end it with Ctrl-D"))
    #expect(text.contains("population  3"))
  }

  @Test(.needs(.python3))
  func `NO_COLOR leaves the colors out of show`() throws {
    let colored = try inTerminal("TERM=xterm life show glider", environment: "NO_COLOR=")
    #expect(colored.contains("\u{1b}["))
    let plain = try inTerminal("TERM=xterm life show glider", environment: "NO_COLOR=1")
    #expect(!plain.contains("\u{1b}") && plain.contains("▀"), "\(plain)")
    let large = try inTerminal(
      "life soup --size 500x300 | TERM=xterm life show -", environment: "NO_COLOR=1")
    #expect(!large.contains("\u{1b}[") && large.count > 1000, "\(large)")
  }

  @Test func `show has colors in a pipe if they are asked for`() throws {
    let shell = try Shell()
    defer { shell.remove() }
    let plain = try shell.run("life show glider").text
    #expect(plain == ".O.\n..O\nOOO\n")
    let colored = try shell.run("life show glider --color always").text
    #expect(colored == (try shell.run("life show glider --as ansi").text))
    #expect(colored.contains("\u{1b}["))
    #expect(try shell.run("NO_COLOR=1 life show glider --color always").text == colored)
    #expect(try shell.run("CLICOLOR_FORCE=1 life show glider").text == colored)
    #expect(try shell.run("CLICOLOR_FORCE=0 life show glider").text == plain)
    #expect(try shell.run("CLICOLOR_FORCE=1 life show glider --color never").text == plain)
    let refused = try shell.run("life show glider --as sixel --color never")
    #expect(refused.status == 64)
    #expect(
      refused.errors.hasPrefix(
        "life: --color never: '--as sixel' has colors; try '--as blocks'\n"))
  }

  @Test(.needs(.python3))
  func `show has no colors on a terminal with --color never`() throws {
    let plain = try inTerminal(
      "TERM=xterm life show glider --color never", environment: "NO_COLOR=")
    #expect(!plain.contains("\u{1b}") && plain.contains("▀"), "\(plain)")
  }
}
