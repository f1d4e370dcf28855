import Foundation
import TestSupport
import Testing

/// Interrupted and resumed runs.
@Suite(.needsOptimization) struct CheckpointTests {
  /// The options of each run, the samples per attempt, and the output.
  static let runs: [(words: String, samples: Int, output: String)] = [
    ("gosper-gun -n 300 --every 7", 5, "x.csv"),
    ("gosper-gun -n 300 --every 7", 5, "x.ndjson"),
    ("acorn -n 60 --every 3 --columns generation,digest", 7, "x.csv"),
    ("gosper-gun -n 100 --every 10", 3, "x-%d.rle"),
    ("gosper-gun -n 60 --every 2", 7, "x.rle"),
    ("gosper-gun -n 60 --every 2", 7, "x.json"),
    ("acorn -n 40 --track 1,1/7", 9, "x.y4m"),
    ("acorn -n 40 --view fit --hold 1s", 9, "x.y4m"),
    ("acorn -n 40 --every 1 --view core --scale 1/3", 9, "x-%02d.png"),
    ("acorn -n 40 --every 2 --label", 9, "x-{generation}.svg"),
    ("gosper-gun -n 40 --every 10", 2, "x-%d.html"),
    ("gosper-gun -n 40 --every 10 --to objects", 2, "x.csv"),
    ("glider -n 20 --to ppm", 4, "x.ppm"),
    ("glider -n 20 --to rgb24 --every 3", 4, "x.rgb"),
    ("glider -n 200 -e hashlife --every 13", 4, "x.mc-%d.mc"),
  ]

  @Test(.takesLong, arguments: runs.indices)
  func `the outputs of a resumed run are the same bytes`(index: Int) async throws {
    let (words, samples, output) = Self.runs[index]
    let shell = try Shell()
    let first = try await shell.session(
      """
      mkdir complete parts
      cd complete; life run \(words) -q -o '\(output)'
      cd ../parts
      life run \(words) -q -o '\(output)' --checkpoint c.life --max-frames \(samples) 2>&1; echo $?
      ls -A | grep -v kept | grep -v x-
      """
    ).text
    #expect(first.contains("resume with 'life resume c.life'\n75\nc.life\n"), "\(first)")
    var codes: [Int32] = [75]
    while codes.last == 75 {
      let resumed = "life resume parts/c.life -q --max-frames \(samples)"
      codes.append(try await shell.session(resumed).status)
    }
    #expect(codes.last == 0, "\(codes)")
    let end = try await shell.session("diff -r complete parts && ls -A parts")
    #expect(end.status == 0 && !end.text.contains("kept"), "\(end)")
  }

  @Test(.takesLong, arguments: ["stable", "'pop>150'", "stable -n 300"])
  func `a run until a condition is resumed to the same end`(condition: String) async throws {
    let shell = try Shell()
    let words = "r-pentomino --until \(condition) --every 30 --to csv"
    let whole = try await shell.session("life run \(words) -o whole.csv")
    let first = try await shell.session(
      "life run \(words) -o part.csv --checkpoint c.life --max-frames 3")
    #expect(first.status == 75, "\(first.errors)")
    let info = try await shell.session("life info c.life")
    #expect(info.text.contains("--until"), "\(info.text)")
    let rest = try await shell.session(
      "life resume c.life && cmp whole.csv part.csv || cmp whole.csv part.csv")
    #expect(rest.status == 0, "\(rest.errors)")
    let end = whole.errors.split(separator: "\n").last
    #expect(rest.errors.split(separator: "\n").last == end)
  }

  @Test func `a checkpoint contains the rule files`() async throws {
    let text = try await session(
      """
      mkdir a
      printf '@RULE Odd\n@TABLE\nn_states:3\nneighborhood:vonNeumann\n' > a/Odd.rule
      printf 'symmetries:rotate4\n' >> a/Odd.rule
      printf '0,1,0,0,0,1\n1,0,0,0,0,2\n' >> a/Odd.rule
      printf 'x = 3, y = 2, rule = Odd\nA.B$.A!\n' > a/p.rle
      life run a/p.rle -n 90 -q > whole.rle
      life run a/p.rle -n 90 -q --every 10 -o x-%d.rle --checkpoint c --max-frames 4 2> errors
      rm -r a; life resume c -q && cmp whole.rle x-9.rle && ls
      """)
    #expect(text.hasPrefix("errors\nwhole.rle\nx-0.rle\n"), "\(text)")
  }

  @Test func `an existing checkpoint is replaced only with --overwrite`() async throws {
    let text = try await session(
      """
      life run acorn -n 50 --to csv -o t.csv --checkpoint c --max-frames 4 -q 2> errors; cp c kept
      life run acorn -n 50 --to csv -o t.csv --checkpoint c 2> errors; echo $?; cmp c kept
      grep -c "resume it with 'life resume c'" errors
      life run acorn -n 60 --to csv -o t.csv --checkpoint c --overwrite -q && wc -l < t.csv; ls
      echo mine > d; life run acorn -n 9 --checkpoint d --overwrite -o u.rle 2> errors; echo $?
      cat d
      """)
    #expect(text.filter { $0 != " " }.hasPrefix("73\n1\n62\nerrors\nkept\nt.csv\n"), "\(text)")
    #expect(text.hasSuffix("\n73\nmine\n"), "\(text)")
  }

  @Test func `a checkpoint may be a symbolic link`() async throws {
    let text = try await session(
      """
      mkdir away; ln -s away/c c
      life run acorn -n 50 --to csv -o t.csv --checkpoint c --max-frames 4 -q 2> errors; ls away
      life resume c -q; ls away; readlink c
      life run acorn -n 50 --to csv -o t.csv --checkpoint c -q && wc -l < t.csv
      """)
    #expect(text.replacing(" ", with: "") == "c\naway/c\n52\n")
  }

  @Test func `a result that RLE cannot hold stays in the checkpoint`() async throws {
    let text = try await session(
      """
      life run gosper-gun -n 1e12 -o a.rle --checkpoint c -q; echo $?
      life convert c a.mc; life run gosper-gun -n 1e12 -q -o b.mc; life diff a.mc b.mc; echo $?
      """)
    #expect(
      text == """
        65
        0

        """)
  }

  @Test(.runsProgram) func `a signal ends a long write`() throws {
    let text = try run(
      """
      timeout --preserve-status -s TERM 3 life run gosper-gun -n 1e9 -o a.rle --checkpoint c -q \\
        2> errors; echo $?; ls -A; life info c | grep '^  generation'
      """)
    #expect(text == "143\n.errors\n.output\nc\nerrors\n  generation  1000000000\n", "\(text)")
  }

  @Test func `a damaged checkpoint is refused`() async throws {
    let text = try await session(
      """
      life run acorn -n 50 --to csv -o t.csv --checkpoint c --max-frames 4 -q 2> errors
      for length in 0 1 15 16 23 24 31 32 40 '$(($(wc -c < c) / 2))' '$(($(wc -c < c) - 1))'; do
        head -c $length c > d; life resume d 2>> errors; echo $?
      done
      cp c d; echo >> d; life resume d 2>> errors; echo $?
      sed 's/acorn/akorn/' c > d; life resume d 2>> errors; echo $?
      life resume glider.rle 2>> errors; echo $?
      life resume - 2>> errors; echo $?
      rm .t.csv.kept; life resume c 2>&1; echo $?
      """)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(13).allSatisfy { $0 == "65" }, "\(text)")
    #expect(lines[13] == "66" && lines[14] == "64" && lines.last == "66", "\(text)")
    #expect(text.contains("from the start"))
  }

  @Test func `a run whose folder was moved says what is missing`() async throws {
    let text = try await session(
      """
      mkdir a; cd a; life run acorn -n 50 -o t.csv --checkpoint c --max-frames 4 -q 2> errors
      cd ..; mv a b; life resume b/c 2>&1 | sed "s,$(pwd -P),PWD,g"; mkdir a
      life resume b/c 2>&1 | sed "s,$(pwd -P),PWD,g"; life resume b/c 2> errors; echo $?
      life info b/c --json | grep -c '"problem":"the run was started in '
      rmdir a; mv b a; life info a/c | grep -c problem; life resume a/c -q; echo $?
      """)
    #expect(
      text == """
        life: the run was started in 'PWD/a', which is missing: move it back, or run from the start
        life: the run was started in 'PWD/a', where 'PWD/a/.t.csv.kept' is missing: move it back, \
        or run from the start
        66
        1
        0
        0

        """)
  }

  @Test func `a refused run leaves no checkpoint`() async throws {
    let text = try await session(
      """
      mkdir folder; echo mine | tee a.csv > s-7.png; cp a.csv note.txt
      for words in '-o a.csv --no-clobber' '-o no/a.csv' '-o no/a-%d.rle --every 5' \
        '-o folder --to csv' '-o s-%d.png --every 5 --no-clobber'; do
        life run acorn -n 60 $words --checkpoint c 2> errors; echo $?; ls c 2> errors
      done
      life run acorn -n 60 --checkpoint note.txt 2> errors; echo $?
      grep -c 'is not a checkpoint' errors; cat a.csv s-7.png note.txt
      """)
    #expect(text == "73\n73\n73\n73\n73\n73\n1\nmine\nmine\nmine\n")
  }

  @Test func `the frames of a resumed run are counted with those that are held`() async throws {
    let run = "life run acorn -n 40 --view fit --fps 10 --hold 1s --json"
    let text = try await session(
      """
      \(run) -o a.y4m | grep -o '"frames":[0-9]*'
      \(run) -o b.y4m --checkpoint c --max-frames 9 > first 2> errors
      life resume c | grep -o '"frames":[0-9]*'
      """)
    #expect(text == "\"frames\":61\n\"frames\":61\n")
  }

  @Test(.takesLong, arguments: ["-o a.y4m --view 0,0,9x9", "-o a.csv", "-o a.rle"])
  func `a resumed run obeys --no-clobber`(words: String) async throws {
    let limits = "--no-clobber --checkpoint c --max-frames 5"
    let text = try await session(
      """
      life run acorn -n 60 --every 5 \(words) -q; mv a.* whole
      life run acorn -n 60 --every 5 \(words) -q \(limits) 2> errors; echo $?
      echo mine | tee mine > $(echo '\(words)' | cut -d ' ' -f 2); life resume c 2> errors; echo $?
      cmp mine a.*; rm a.*; life resume c -q; echo $?; cmp a.* whole
      life run acorn -n 60 --every 5 -o s-%d.rle -q \(limits) 2> errors; echo $?
      cp c kept; life resume c -q; mv kept c; life resume c -q; echo $?; ls s-* | wc -l
      """)
    #expect(text.replacing(" ", with: "") == "75\n73\n0\n75\n0\n13\n")
  }

  @Test(.takesLong) func `a checkpoint restores patterns beyond the reading limits`() async throws {
    let text = try await session(
      """
      printf 'P4\\n1000000 100\\n' > wide.pbm
      head -c 12500000 /dev/zero | tr '\\0' '\\377' >> wide.pbm
      seq -f '#C %020.0f and so on' 600000 > notes.rle; printf 'x = 3, y = 1\\n3o!\\n' >> notes.rle
      printf 'x = 11, y = 10, rule = B3/S23\\n3o$o$bo5$9bo$10bo$8b3o!\\n' > apart.rle
      for words in 'wide.pbm -r B3/S012345678' 'notes.rle --limit notes=1G --limit text=1G'; do
        life run $words -n 6 --every 1 -o a.csv --checkpoint c --max-frames 2 -q 2> errors; echo $?
        life resume c -q; echo $?; rm a.csv
      done
      life run apart.rle -n 9e18 --every 24e17 -e tiles -o a.csv --checkpoint c --max-frames 2 \
        -q 2> errors; echo $?
      """)
    #expect(text == "75\n0\n75\n0\n75\n")
  }

  @Test(.runsProgram, arguments: ["tiles", "reference"])
  func `a run with --verify can be interrupted and resumed`(engine: String) throws {
    let text = try run(
      """
      words='acorn -n 1500 --every 5 --verify -q -o'
      life run $words x.csv -e \(engine) --max-time 0.2s 2> errors; echo $?
      grep -c 'wrote everything up to' errors; tail -n 1 x.csv | grep -c ',.*,.*,.*,.*,'
      life run $words y.csv -e \(engine) & sleep 0.3; kill -TERM $!; wait $!; echo $?
      words='acorn -n 300 --every 5 --verify -q -o'
      life run $words z.csv -e \(engine) --checkpoint c --max-frames 20 2> errors; echo $?
      life resume c --checkpoint-every 0.01s; echo $?
      life run $words whole.csv; cmp z.csv whole.csv; ls -A | grep 'part\\|kept'
      """, exits: 1)
    #expect(text == "75\n1\n1\n143\n75\n0\n")
  }

  @Test(.takesLong) func `--max-time includes the view scan`() async throws {
    let run = "life run acorn -r B12/S -n 2500 --every 500 -e bytes --max-time 1s"
    let shell = try Shell()
    let stopped = try await shell.session("\(run) -o a.gif")
    #expect(stopped.status == 75)
    #expect(stopped.errors.contains(#/stopped at generation [0-9]+ of 2500: time limit/#))
    #expect(try await shell.session("tail -c 1 a.gif").output == Data([0x3b]))
    for words in ["-o b.gif --track auto", "-o b.y4m --view core --checkpoint c"] {
      let result = try await shell.session("\(run) \(words)")
      #expect(result.status == 75)
      #expect(result.errors.contains("view of the animation was found; add --view"))
    }
    #expect(try await shell.session("ls").text == "a.gif\n")
  }

  @Test(.takesLong, arguments: ["a.csv", "a.ndjson"])
  func `a partial file of another run is refused`(output: String) async throws {
    let text = try await session(
      """
      life run acorn -n 400 -q -o \(output) --checkpoint a.life --max-frames 100 2> errors; echo $?
      cp .\(output).kept mine
      life run gosper-gun -n 400 -q -o \(output) --checkpoint b.life --max-frames 300 --overwrite \
        2>> errors
      cp .\(output).kept other; life resume a.life 2> errors; echo $?
      grep -c 'not the data that the interrupted run wrote.*run from the start' errors
      cmp .\(output).kept other; LC_ALL=C sed '$s/.$/x/' mine > .\(output).kept
      life resume a.life 2> errors; echo $?
      cp mine .\(output).kept; life resume a.life -q; echo $?
      life run acorn -n 400 -q -o whole-\(output); cmp \(output) whole-\(output)
      cp other .\(output).kept; life resume b.life -q --overwrite; echo $?
      """)
    #expect(text == "75\n65\n1\n65\n0\n0\n")
  }

  @Test(.takesLong, arguments: ["a.csv", "a.y4m", "a.rle"])
  func `a run that was killed after its last write is resumed`(output: String) async throws {
    let text = try await session(
      """
      life run acorn -n 100 -q -o \(output) --every 1 --checkpoint c --max-frames 30 \
        \(output == "a.y4m" ? "--view 0,0,30x30" : "") 2> errors; echo $?
      cp c kept; life resume c -q; cp \(output) whole; chmod 640 \(output); mv kept c
      life resume c -q; echo $?; cmp \(output) whole; ls -A | grep '^c\\|kept$'
      stat -c %a \(output) 2> errors || stat -f %Lp \(output)
      """)
    #expect(text == "75\n0\n640\n")
  }

  @Test(.takesLong) func `limits end a run with a complete result`() async throws {
    let shell = try Shell()
    let table = try await shell.session("life run acorn -n 5206 --to csv --max-frames 3 -q")
    #expect(table.status == 75)
    #expect(
      table.text
        == "generation,population,x,y,width,height\n0,7,0,0,7,3\n1,8,0,1,6,3\n2,10,1,0,6,4\n")
    for words in ["-e bitmap -o x.rle", "-e tiles -o x.gif --every 1000"] {
      let result = try await shell.session("life run acorn -n 2^60 \(words) --max-time 0.6 -q")
      #expect(result.status == 75)
    }
    #expect(try await shell.session("life info x.rle > info").status == 0)
    #expect(try await shell.session("tail -c 1 x.gif").output == Data([0x3b]))
    #expect(try await shell.session("ls").text == "info\nx.gif\nx.rle\n")
  }

  @Test(.takesLong) func `a time limit before the first step leaves no result`() async throws {
    let text = try await session(
      """
      life run acorn -r B2/S -n 2^60 -e hashlife --max-time 0.3s -o x.rle 2> errors; echo $?
      grep -c 'stopped at generation 0 of .*; nothing was written' errors; ls
      """)
    #expect(text == "75\n1\nerrors\n")
  }

  /// Waits until a run has begun its table; busy machines take longer.
  private static let waiting = "until ls -A | grep -q t.csv; do sleep 0.1; done; sleep 0.2"

  @Test(.runsProgram) func `a signal leaves no partial file and sets the exit code`() throws {
    let text = try run(
      """
      for signal in TERM HUP; do
        life run acorn -n 2^60 -e bitmap --universe T4000 -o x.rle &
        sleep 0.2; kill -$signal $!; wait $!; echo $?
      done
      life run acorn -n 2^60 -e bitmap --every 100000 -q -o t.csv &
      \(Self.waiting); kill -TERM $!; wait $!; echo $?
      (life run acorn -n 2^60 -q --to y4m & echo $! > pid; wait $!; echo $? > code) | sleep 3 &
      until [ -s pid ]; do sleep 0.1; done
      sleep 0.2; kill -TERM $(cat pid); wait; cat code
      ls -A | grep -v '^\\.[eo]'
      """)
    #expect(text == "143\n129\n143\n143\ncode\npid\nt.csv\n")
  }

  @Test(.runsProgram) func `SIGUSR1 prints the progress`() throws {
    let text = try run(
      """
      life run acorn -n 2^60 -e bitmap --universe T4000 --every 2^50 -q -o t.csv 2> errors &
      \(Self.waiting); kill -USR1 $!; sleep 0.3; kill -TERM $!; wait $!
      cat errors
      """)
    #expect(text.contains("life: acorn: generation "))
    #expect(text.contains(/, \d[^,]* generations.s, bitmap/), "\(text)")
  }

  /// A checkpoint calls fsync for its file and its folder; the table calls it between the two.
  @Test(
    .runsProgram,
    .needs(.strace),
    arguments: [("EIO", [74, 74, 74, 74, 74]), ("EINVAL", [74, 75, 74, 74, 75])])
  func `a failing fsync is reported`(code: String, exits: [Int]) throws {
    // Some file systems do not support fsync of folders: EINVAL.
    let text = try run(
      """
      \(Shell.failingCall)
      n=1; while :; do
        failing fsync $n \(code) run acorn -n 100 --every 10 -q -o x.csv --max-frames 3 \
          --checkpoint c.life 2> errors; exit=$?
        grep -q INJECTED trace || break
        echo $exit; rm -f c.life x.csv .x.csv.kept; n=$((n + 1))
      done
      """)
    #expect(text == exits.map { "\($0)\n" }.joined())
  }

  /// Makes each system call of the resumed run fail in turn, up to the renaming of the outputs.
  @Test(.runsProgram, .needs(.strace)) func `a run that failed at its end is resumed`() throws {
    let text = try run(
      """
      \(Shell.failingCall)
      words='glider -n 8 -q -o x.csv'
      life run $words && mv x.csv whole.csv
      life run $words --checkpoint c.life --max-frames 4 2> errors; mkdir kept
      cp -p c.life .x.csv.kept kept; count=0
      for call in openat pread64 read write fsync rename unlink ftruncate flock close; do
        n=1; while :; do
          rm -f c.life x.csv .*.kept; cp -p kept/* kept/.x.csv.kept .
          failing $call $n EIO resume c.life -q 2> errors; code=$?
          grep -q INJECTED trace || break
          if [ $code != 0 ]; then life resume c.life -q 2>> errors || { echo $n; cat errors; }; fi
          cmp x.csv whole.csv; n=$((n + 1)); count=$((count + 1))
        done
      done
      [ $count -gt 20 ] && echo many
      """)
    #expect(text == "many\n", "\(text)")
  }
}
