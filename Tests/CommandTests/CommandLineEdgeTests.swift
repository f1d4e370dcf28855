import Foundation
import TestSupport
import Testing

/// Command lines that newcomers type: each does what is meant, or says what to type.
@Suite struct CommandLineEdgeTests {
  @Test(arguments: [
    ("run gun.rle 1000", "try 'life run gun.rle -n 1000'"),
    ("run gosper-gun 1,000", "try 'life run gosper-gun -n 1,000'"),
    ("run gun.rle -g 100", "unknown option '-g'; try 'life run gun.rle -n 100'"),
    ("run gun.rle -g100", "unknown option '-g'; try 'life run gun.rle -n 100'"),
    ("run gun.rle --gens 100", "unknown option '--gens'; try 'life run gun.rle -n 100'"),
    ("run gun.rle --steps=100", "unknown option '--steps'; try 'life run gun.rle -n 100'"),
    ("run -f cells gun.rle -n 3", "try 'life run --to cells gun.rle -n 3'"),
    ("convert gun.rle --format cells", "try 'life convert gun.rle --to cells'"),
    ("run glider 100 out.gif", "try 'life run glider -n 100 -o out.gif'"),
    ("run 7 glider", "try 'life run glider -n 7'"),
    ("run lwss", "for example 'life run lwss -n 1000', or --until 2000"),
    ("resume https://example.org/x.life", "try 'curl -sLO https://example.org/x.life'"),
    ("run 'my gun.rle' --gens 3", "try 'life run 'my gun.rle' -n 3'"),
    (
      "run https://example.org/gun.rle -n 3",
      "try 'curl -sL https://example.org/gun.rle | life run - -n 3'"
    ),
  ])
  func `an error says the command to type`(line: String, hint: String) throws {
    let text = try run("life \(line) 2>&1", exits: 64)
    #expect(text.split(separator: "\n").first?.hasSuffix(hint) == true, "\(text)")
  }

  @Test func `a number that is a file is a pattern`() throws {
    let text = try run(
      "life convert glider 1000.rle; mv 1000.rle 1000; life run glider 1000 2>&1", exits: 64)
    #expect(text.contains("for example 'life run glider 1000 -n 1000'"))
  }

  @Test(arguments: ["1k", "1K", "1,000", "1_000", "1e3", "1000"])
  func `numbers are read as people write them`(number: String) throws {
    let text = try run("life run glider -n \(number) --json")
    #expect(text.contains(#""generation":1000,"#), "\(text)")
  }

  @Test func `the version is a command, too`() throws {
    #expect(try run("life version; life -V; life --version | uniq -c | wc -l").hasPrefix("life "))
    #expect(try run("[ \"$(life version)\" = \"$(life -V)\" ] && echo same") == "same\n")
  }

  @Test(arguments: [
    "run -n 4 -q", "convert", "show", "info", "apgcode", "identify", "convert --rotate 90",
  ])
  func `standard input is read if no pattern is named`(line: String) throws {
    let text = try run(
      """
      life convert glider g.rle; life \(line) - < g.rle > want
      life \(line) < g.rle > file; cat g.rle | life \(line) > pipe
      cmp want file && cmp want pipe && test -s want && echo same
      """)
    #expect(text == "same\n")
  }

  @Test func `a device and several operands are not standard input`() throws {
    #expect(try run("life run -n 4 < /dev/null 2>&1", exits: 64).contains("missing operand"))
    #expect(try run("life diff < /dev/null 2>&1", exits: 64).contains("missing operand"))
    let text = try run("life convert glider g.rle; life paste g.rle < g.rle 2>&1", exits: 64)
    #expect(text.contains("missing operand B"))
  }

  @Test func `a run from standard input can be resumed`() throws {
    let text = try run(
      """
      life convert gosper-gun g.rle; life run g.rle -n 100 -q -o want.rle
      life run -n 100 --every 10 -q -o x.csv --checkpoint c --max-frames 3 < g.rle; echo $?
      life resume c -q; wc -l < x.csv; life run g.rle -n 100 --every 10 -q -o y.csv; cmp x.csv y.csv
      """)
    #expect(text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["75", "12"])
  }
}

/// Conversions without an output, and to drawings.
@Suite struct ConversionEdgeTests {
  @Test func `without an output, RLE or the named format goes to standard output`() throws {
    let text = try run(
      """
      life convert glider want.rle; life convert glider want.cells
      life convert glider > a; life convert glider - > b; life convert glider -o - > c
      for file in a b c; do cmp $file want.rle; done
      life convert glider --to cells | cmp - want.cells
      life convert glider - --to plaintext | cmp - want.cells; life convert want.rle --crop | wc -l
      """)
    #expect(text.filter { $0 != " " } == "6\n")
  }

  @Test(arguments: ["svg", "gif", "apng", "ppm", "braille"])
  func `a drawing is that of a run of no generations`(kind: String) throws {
    let text = try run(
      """
      life convert gosper-gun - --to \(kind) > a; life run gosper-gun -n 0 --to \(kind) -q > b
      cmp a b && test -s a && echo same
      """)
    #expect(text == "same\n")
  }

  @Test func `a drawing has the edits, and one file for each pattern`() throws {
    let text = try run(
      """
      life convert glider a.svg --rotate 90; life convert glider b.rle --rotate 90
      life convert b.rle b.svg; cmp a.svg b.svg
      (life convert glider; life convert block) > pile.rle
      life convert pile.rle 'x-%d.svg' --split; ls x-*
      life convert glider block --to svg --out-dir out; ls out
      """)
    #expect(text == "x-1.svg\nx-2.svg\nblock.svg\nglider.svg\n")
    let refused = try run(
      "life convert glider > a.rle; life convert a.rle a.svg --split 2>&1", exits: 64)
    #expect(refused.contains("'out-%d.svg'"))
  }

  @Test func `what a format does not store is reported with --verbose`() throws {
    let text = try run(
      """
      life run glider -n 7 -q | life convert - --to cells -v 2>&1 >/dev/null
      life run glider -n 7 -q | life convert - x.rle -v; life convert glider --to life106 -v 2>&1 |
        grep life:
      life convert glider --to life106 2>&1 | grep life:; life convert block x.cells -v
      """)
    #expect(
      text == """
        life: -: plaintext does not store the position (2, 2) and the generation 7
        life: glider: life106 does not store the names of the pattern and its author and the \
        comments

        """)
  }

  @Test func `numbers of patterns agree in names, titles and JSON`() throws {
    let text = try run(
      """
      (life convert glider; life convert block; life convert toad) > pile.rle
      life convert pile.rle 'x-%d.rle' --split; life convert pile.rle --split --out-dir out
      for number in 1 2 3; do cmp x-$number.rle out/pile-$number.rle; done; ls x-*
      life info --split --json pile.rle | sed 's/.*"pattern":"\\([^"]*\\)".*/\\1/'
      life run --split pile.rle -n 1 --out-dir run -q; ls run
      """)
    #expect(
      text == """
        x-1.rle
        x-2.rle
        x-3.rle
        pile.rle#1
        pile.rle#2
        pile.rle#3
        pile-1.rle
        pile-2.rle
        pile-3.rle

        """)
  }
}

/// Outputs of `life run`.
@Suite struct OutputEdgeTests {
  @Test(arguments: ["rle", "cells", "mc", "json", "png", "svg", "ppm", "gif", "csv", "brl"])
  func `numbered outputs are one file per generation in every format`(kind: String) throws {
    let text = try run(
      """
      life run glider -n 10 -q -o 'a-%02d.\(kind)'; ls a-* | wc -l
      life run glider -n 10 -q -o 'b-{generation}.\(kind)'; ls b-* | wc -l
      life run glider -n 10 -q --every 5 -o 'c-{generation}.\(kind)'; ls c-*
      """)
    let lines = text.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines == ["11", "11"] + [0, 10, 5].map { "c-\($0).\(kind)" })
  }

  @Test func `a plot alone writes no pattern`() throws {
    #expect(try run("life run glider -n 4 --plot x.svg -q; ls") == "x.svg\n")
  }

  @Test func `a table has the requested columns`() throws {
    let text = try run(
      """
      life run glider -n 2 -q --to csv --digest; life run glider -n 2 --digest -q --json |
        sed 's/.*"cells_digest":"\\([^"]*\\)".*/\\1/'
      life run blinker -n 2 -q --to csv --columns births,deaths,generation
      life run blinker -n 1 -q --to ndjson --columns population,births
      """)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "generation,population,x,y,width,height,digest")
    #expect(lines[3].hasSuffix(",\(lines[4])") && lines[4].count == 64)
    #expect(
      lines[5...] == [
        "births,deaths,generation", ",,0", "2,2,1", "2,2,2",
        #"{"schema":"life.sample/1","population":3,"births":null}"#,
        #"{"schema":"life.sample/1","population":3,"births":2}"#,
      ])
  }

  @Test func `a table with births is resumed with the same bytes`() throws {
    let text = try run(
      """
      w='run acorn -n 60 --every 3 -q --columns generation,births,deaths,digest'
      life $w -o want.csv; life $w -o x.csv --checkpoint c --max-frames 7; echo $?
      life resume c -q; cmp want.csv x.csv && wc -l < x.csv
      """)
    #expect(text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["75", "22"])
  }

  @Test(arguments: [
    ("--columns population", "--columns requires a table; add --to csv"),
    ("--to csv --columns births,births", "--columns: expected different columns, found births"),
    ("--to csv --columns size", "--columns: expected generation, population, bounds, births"),
    ("--to csv --columns ,", "--columns: expected columns such as generation,population"),
  ])
  func `columns that cannot be written are refused`(words: String, reason: String) throws {
    #expect(try run("life run glider -n 1 \(words) 2>&1", exits: 64).contains(reason))
  }

  @Test(.enabled(if: Shell.has("ffmpeg"), "ffmpeg is not installed"), arguments: ["mkv", "webm"])
  func `a closed pipe ends a video quietly`(kind: String) throws {
    let text = try run(
      """
      (life run gosper-gun -n 1e9 --every 1 --to \(kind) -q 2> errors; echo $? > code) |
        head -c 1000 | wc -c; cat code errors
      """)
    #expect(text == "1000\n0\n")
  }

  @Test func `long integers are strings on request`() throws {
    let text = try run(
      """
      life run gosper-gun -n 2^60 --json --json-strings -o x.mc -q; life info x.mc --json |
        grep -c '"generation":1152921504606846976'
      life run glider -n 2^60 --every 2^60 --to ndjson --json-strings -q | tail -1
      """)
    #expect(text.contains(#""generation":"1152921504606846976","population":"#), "\(text)")
    #expect(text.contains(#""start":"#) == false && text.contains("\n1\n"))
    #expect(
      text.hasSuffix(
        #"{"schema":"life.sample/1","generation":"1152921504606846976","population":5,"#
          + #""bounds":{"x":"288230376151711744","y":"288230376151711744","width":3,"height":3}}"#
          + "\n"), "\(text)")
  }

  @Test func `every object has a schema`() throws {
    let text = try run(
      """
      (life run glider -n 4 --json; life run glider -n 4 --json --dry-run -o x.rle
      life run glider -n 1 --to ndjson -q; life info glider --json; life diff glider block --json
      life rule B3/S23 --json; life check glider -n 4 --json -q; life formats --json
      life list glider --json; life identify glider --json; life identify glider --json --objects
      ) | sed 's/^{"schema":"\\([^"]*\\)".*/\\1/'
      """)
    #expect(
      text.split(separator: "\n") == [
        "life.run/1", "life.plan/1", "life.sample/1", "life.sample/1", "life.info/1",
        "life.diff/1", "life.rule/1", "life.check/1", "life.formats/1", "life.list/1",
        "life.identify/1", "life.object/1",
      ])
  }

  @Test func `check and formats print JSON`() throws {
    let check = try run("life check glider -n 4 --every 2 --engines tiles,hashlife --json -q")
    #expect(
      check == """
        {"schema":"life.check/1","pattern":"glider","rule":"B3/S23","universe":"plane",\
        "engines":["tiles","hashlife"],"start":0,"end":4,"samples":3,"same":true,\
        "difference":null}

        """)
    let formats = try run("life formats --json")
    #expect(
      formats.contains(
        #"{"name":"rle","summary":""#) && formats.contains(#""states":256,"stores":["rule","#))
    #expect(formats.contains(#"{"name":"gif","#) && formats.contains(#""states":null"#))
    #expect(try run("life formats --json --markdown 2>&1", exits: 64).contains("combined"))
  }
}

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
    .enabled(if: Shell.has("python3")),
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

  @Test(.enabled(if: Shell.has("python3")))
  func `reading from a terminal is announced`() throws {
    let text = try inTerminal("life info - 2>&1", typed: "3o!\\n\\004")
    #expect(text.contains("life: reading a pattern from the terminal; end it with Ctrl-D"))
    #expect(text.contains("population  3"))
  }

  @Test(.enabled(if: Shell.has("python3")))
  func `NO_COLOR leaves the colors out of show`() throws {
    let colored = try inTerminal("TERM=xterm life show glider", environment: "NO_COLOR=")
    #expect(colored.contains("\u{1b}["))
    let plain = try inTerminal("TERM=xterm life show glider", environment: "NO_COLOR=1")
    #expect(!plain.contains("\u{1b}") && plain.contains("▀"), "\(plain)")
    let large = try inTerminal(
      "life soup --size 500x300 | TERM=xterm life show -", environment: "NO_COLOR=1")
    #expect(!large.contains("\u{1b}[") && large.count > 1000, "\(large)")
  }
}

/// Batches on several cores.
@Suite struct BatchJobsTests {
  @Test func `the files and messages are those of one process, in the same order`() throws {
    let text = try run(
      """
      for name in glider block toad lwss; do life convert $name $name.rle; done
      printf 'x = 1, y = 1, rule = ?\\n' > bad.rle
      files='glider.rle bad.rle block.rle toad.rle none.rle lwss.rle'
      for jobs in 1 3 8; do
        life run $files -n 20 --out-dir run-$jobs --jobs $jobs --json > json-$jobs 2> errors-$jobs
        echo $?; sed -i 's/"seconds":[^,}]*//' json-$jobs
        life convert $files --out-dir cells-$jobs --to cells --jobs $jobs 2>> errors-$jobs
        echo $?
      done
      for jobs in 3 8; do
        diff -r run-1 run-$jobs && diff -r cells-1 cells-$jobs && cmp json-1 json-$jobs &&
          cmp errors-1 errors-$jobs && echo same
      done
      ls run-1 cells-1 | wc -l; wc -l < json-1
      """)
    #expect(
      text.split(separator: "\n").map { $0.filter { $0 != " " } }
        == ["66", "66", "66", "66", "66", "66", "same", "same", "11", "4"])
  }

  @Test func `an interrupt ends all processes`() throws {
    let text = try run(
      """
      life convert gosper-gun a.rle; cp a.rle b.rle; cp a.rle c.rle
      life run ?.rle -n 2^60 -e tiles --out-dir out --jobs 2 -q & pid=$!
      sleep 1; kill -TERM $pid; wait $pid; echo $?; ls -A out
      """)
    #expect(text == "143\n")
  }

  @Test func `words of other programs get a command with their operand`() throws {
    let pattern = try run("life animate glider 2>&1", exits: 64)
    #expect(pattern.contains("try 'life run glider -n 120 -o gun.gif'"))
    let option = try run("life animate --fast 2>&1", exits: 64)
    #expect(option.contains("try 'life run gosper-gun -n 120 -o gun.gif'"))
  }

  @Test func `the option requires a folder and a number`() throws {
    let text = try run("life run glider -n 1 --jobs 2 2>&1", exits: 64)
    #expect(text.contains("--jobs requires --out-dir DIR"))
    let zero = try run("life convert glider --out-dir x --jobs 0 2>&1", exits: 64)
    #expect(zero.contains("--jobs: expected a number from 1 to 1024"))
    let synonym = try run("life convert glider --out-dir x -j 2 2>&1", exits: 64)
    #expect(synonym.contains("try 'life convert glider --out-dir x --jobs 2'"))
  }
}
