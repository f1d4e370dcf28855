import Foundation
import TestSupport
import Testing

/// Outputs on full disks, closed streams, pipes and links, for every command with outputs.
@Suite(.needsOptimization) struct OutputTests {
  private func run(_ line: String) throws -> Shell.Result {
    let shell = try Shell()
    let made = try shell.run(Self.inputs)
    #expect(made.status == 0, "\(made.errors)")
    return try shell.run(line)
  }

  private func session(_ lines: String) async throws -> Shell.Result {
    try await Shell().session("\(Self.inputs)\n\(lines)")
  }

  private static let inputs = "life convert gosper-gun gun.rle && life convert glider old.rle"

  static let commands = [
    "convert gun.rle --to rle -", "run gun.rle -n 9", "run gun.rle -n 9 --to csv --every 3",
    "run gun.rle -n 9 --to png", "run gun.rle -n 300 --to ppm", "run gun.rle -n 300 --to gif",
    "run gun.rle -n 300 --to apng", "run gun.rle -n 9 --to y4m --every 3",
    "run gun.rle -n 9 --json", "show gun.rle", "info gun.rle", "info gun.rle --json",
    "diff gun.rle old.rle", "paste gun.rle old.rle", "rule B3/S23", "formats", "help", "man",
    "completions zsh", "soup --size 64 --density 3/8",
  ]

  @Test(
    .takesLong, .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: commands)
  func `a full disk is reported`(command: String) async throws {
    let result = try await session("life \(command) > /dev/full")
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.contains("No space left on device"))
  }

  @Test(.runsProgram, arguments: commands)
  func `a closed standard output is reported`(command: String) throws {
    let result = try run("life \(command) >&-")
    #expect([73, 74].contains(result.status), "\(result.errors)")
    #expect(result.errors.contains("Bad file descriptor"))
  }

  @Test(.runsProgram, arguments: commands)
  func `a closed pipe ends the program silently`(command: String) throws {
    // The pipe is closed before the first byte is written.
    let result = try run("(sleep 0.1; life \(command); echo $? > code) | :; cat code")
    #expect(result.text == (command.hasPrefix("diff") ? "1\n" : "0\n"), "\(result.errors)")
    #expect(!result.errors.contains("cannot"), "\(result.errors)")
  }

  @Test(
    .runsProgram, arguments: ["identify", "apgcode", "info", "convert --to rle", "run -n 4 -q"])
  func `a closed pipe ends the reading of a stream`(command: String) throws {
    let stream = "(while printf 'bo$2bo$3o!\\n'; do :; done)"
    let code = try run("(\(stream) | timeout 20 life \(command) --split -; echo $? > c) | :; cat c")
    #expect(code.text == "0\n", "\(code.errors)")
  }

  @Test(.takesLong) func `several outputs of one run are those of a run each`() async throws {
    let names = ["gun.gif", "gun.html", "gun.png", "gun-%02d.pbm"]
    let result = try await session(
      """
      mkdir one many
      life run gun.rle -n 40 --theme trails -q \
        \(names.map { "-o many/\($0)" }.joined(separator: " ")) -o many/gun.csv -o many/end.rle
      for name in \(names.joined(separator: " ")); do
        life run gun.rle -n 40 --theme trails -q -o one/$name
      done
      for name in gun.csv end.rle; do life run gun.rle -n 40 -q -o one/$name; done
      diff -r one many && ls many | wc -l
      life run gun.rle -n 5 -o - -o gun.csv -q | life info - | grep -c B3/S23; wc -l < gun.csv
      """)
    #expect(result.errors.isEmpty)
    #expect(result.text.split(separator: "\n").map { $0.filter(\.isNumber) } == ["46", "1", "7"])
  }

  @Test func `a picture beside samples of every K-th generation shows the end`() async throws {
    let result = try await session(
      """
      life run gun.rle -n 40 --every 10 -o a.gif -o a.png -o a.mc --plot p.svg --json
      life run gun.rle -n 40 -q -o b.png; life run gun.rle -n 40 -q -o b.mc
      cmp a.png b.png; cmp a.mc b.mc; life run gun.rle -n 40 --every 10 --plot q.svg -q -o c.png
      cmp c.png b.png; cmp p.svg q.svg
      """)
    #expect(result.errors.isEmpty && result.text.contains(#""file":"a.gif","frames":5,"#))
    #expect(result.text.hasSuffix("}]}\n"), "\(result.text)")
  }

  @Test func `a limit ends all outputs with the same generation`() async throws {
    let result = try await session(
      """
      life run gun.rle -n 40 --max-frames 5 --fps 10 --hold 1s -o a.gif -o a.apng -o a.rle --json \
        2> errors; echo $?
      life run gun.rle -n 4 -q -o b.rle; cmp a.rle b.rle; cat errors
      life run gun.rle -n 4 --fps 10 --hold 1s -q -o b.gif; cmp a.gif b.gif
      """)
    #expect(result.text.split(separator: #""frames":25,"#).count == 3, "\(result.text)")
    #expect(
      result.text.hasSuffix(
        "75\nlife: gun.rle: stopped at generation 4 of 40: limit of frames reached; "
          + "wrote everything up to generation 4\n"))
  }

  @Test(.runsProgram) func `a signal tells which files it has prevented`() throws {
    let result = try run(
      """
      for outputs in '-o a.csv' '-o b.rle'; do
        life run gun.rle -n 1e15 --max-frames 1e15 --engine tiles $outputs -o x.png -o x.mc \
          $([ "$outputs" = '-o a.csv' ] && echo --every 1000) 2> errors & sleep 1
        kill -TERM $!; wait $!; echo $?
        grep -o "[^ ]* .* not written" errors | sed 's/.*; //'; ls [abx].*
      done
      """)
    #expect(
      result.text == """
        143
        'x.png' and 'x.mc' were not written
        a.csv
        143
        'b.rle', 'x.png' and 'x.mc' were not written
        a.csv

        """)
  }

  @Test(arguments: ["csv", "html"])
  func `a failure leaves the results of the patterns before it`(ending: String) async throws {
    let result = try await session(
      """
      cp gun.rle two.rle; printf 'x = 3, y = 1\n3@!\n' >> two.rle
      life run two.rle --split -n 4 --every 2 -o x.\(ending) --json 2> errors; echo $?
      grep -c 'found .@.' errors; ls x.*
      """)
    let outputs = #""outputs":[{"file":"x.\#(ending)"}]}"#
    #expect(result.text.hasSuffix("\(outputs)\n65\n1\nx.\(ending)\n"), "\(result.text)")
  }

  @Test func `the results of several patterns follow each other on standard output`() async throws {
    let result = try await session(
      """
      life soup --seed many --count 5 > soups.rle
      life run soups.rle --split -n 40 -q > together.rle
      life convert soups.rle soup-%d.rle --split
      for soup in 1 2 3 4 5; do life run soup-$soup.rle -n 40 -q >> one.rle; done
      cmp one.rle together.rle
      life run gun.rle old.rle -n 4 --to cells -q; echo $?
      life run gun.rle old.rle -n 4 -q | life info --split - | grep -c rule
      life run soups.rle --split -n 2 -q | life run - --split -n 38 -q | cmp - together.rle
      """)
    #expect(result.text == "64\n2\n", "\(result.text) \(result.errors)")
  }

  @Test(.runsProgram) func `closed streams do not redirect output`() throws {
    let line = """
      (exec 0<&- 1>&- 2>&-; life run gun.rle -n 30 -o new.rle; echo $? > code)
      (exec 2>&-; life info none.rle; echo $? >> code)
      life convert - x.rle <&- 2> errors; echo $? >> code; cat code errors
      life diff new.rle gun.rle > difference; ls -A
      """
    let result = try run(line)
    #expect(
      result.text == """
        0
        66
        66
        life: standard input: cannot open: Bad file descriptor
        .errors
        .output
        code
        difference
        errors
        gun.rle
        new.rle
        old.rle

        """)
  }

  /// `ulimit -f` would also limit the files of the thread sanitizer.
  @Test(
    .runsProgram,
    .enabled(if: !Effort.isThreadSanitized), arguments: ["rle", "png", "y4m", "mc", "rle.gz"])
  func `a file size limit leaves no partial file`(ending: String) throws {
    let line = """
      life soup --size 300 --density 3/8 > soup.rle; cp soup.rle out.\(ending)
      (ulimit -f 1; life run soup.rle -n 9 -o out.\(ending) 2> /dev/null; echo $?)
      cmp soup.rle out.\(ending) && ls -A | grep -c part
      """
    #expect(try run(line).text == "74\n0\n")
  }

  @Test func `the output may be the input`() async throws {
    let line = """
      cp gun.rle same.rle; ln same.rle hard.rle; ln -s same.rle soft.rle
      life convert same.rle same.rle && cmp same.rle gun.rle
      life convert same.rle soft.rle && cmp same.rle gun.rle && test -L soft.rle
      life convert same.rle hard.rle && cmp hard.rle gun.rle
      life run - -n 30 -o same.rle -q < same.rle && life run gun.rle -n 30 -q > want.rle
      cmp same.rle want.rle && life paste same.rle old.rle -o same.rle && ls -A
      life run gun.rle old.rle -n 1 --out-dir .; echo $?
      """
    let result = try await session(line)
    #expect(
      result.text == """
        .errors
        .output
        gun.rle
        hard.rle
        old.rle
        same.rle
        soft.rle
        want.rle
        64

        """)
    #expect(
      result.errors
        == "life: the result of 'gun.rle' would replace the input 'gun.rle'; write to another name "
        + "or folder\n")
  }

  @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func `a result in the stream of the JSON summary is refused`(name: String) async throws {
    let result = try await session("life run gun.rle -n 9 --json --to rle -o \(name)")
    #expect(result.status == 64 && result.text.isEmpty)
  }

  @Test func `an output that cannot be read back is refused`() async throws {
    let line = """
      for ending in rle json lif mcl cells; do
        life paste old.rle old.rle --at 1152921504606846976,5 -o far.$ending; echo $?
      done
      life paste old.rle old.rle --at 1152921504606846976,5 -o far.mc && life info far.mc | wc -l
      life paste old.rle old.rle --at 1152921504606846973,5 -o far.rle && life info far.rle | wc -l
      """
    let result = try await session(line)
    #expect(result.text.hasPrefix("65\n65\n65\n65\n65\n"), "\(result.text)")
    #expect(result.text.split(separator: "\n").count == 7, "\(result.text)")
    #expect(result.errors.contains("write macrocell"))
    #expect(!result.errors.contains("warning"))
  }

  @Test(.runsProgram) func `a named pipe is written directly`() throws {
    let line = """
      mkfifo pipe; cat pipe > got & life run gun.rle -n 9 -q -o pipe --to rle; wait
      life run gun.rle -n 9 -q > want; cmp got want; test -p pipe && ls -A
      """
    #expect(try run(line).text == ".errors\n.output\ngot\ngun.rle\nold.rle\npipe\nwant\n")
  }

  @Test(.runsProgram) func `output continues after SIGSTOP and SIGCONT`() throws {
    let line = """
      life run gun.rle -n 600 --every 1 --to y4m --scale 2 -q > video & pid=$!
      for i in 1 2 3 4 5; do kill -STOP $pid; sleep 0.02; kill -CONT $pid; sleep 0.02; done
      wait $pid; echo $?; life run gun.rle -n 600 --every 1 --to y4m --scale 2 -q | cmp - video
      """
    let result = try run(line)
    #expect(result.text == "0\n", "\(result.errors)")
  }

  @Test(.runsProgram, .needs(.python3))
  func `output to a nonblocking pipe is complete`() throws {
    let reader = """
      import fcntl, os, subprocess, sys, time
      r, w = os.pipe()
      for end in (r, w): fcntl.fcntl(end, fcntl.F_SETFL, os.O_NONBLOCK)
      words = 'life run gun.rle -n 200 --every 1 --to y4m --scale 1 -q'.split()
      p = subprocess.Popen(words, stdout=w); os.close(w); data = bytearray()
      while True:
          try: piece = os.read(r, 4999)
          except BlockingIOError: time.sleep(0.001); continue
          if not piece: break
          data += piece
      whole = subprocess.run(words, stdout=subprocess.PIPE).stdout
      print(p.wait(), data == whole, len(data) > 9999)
      """
    let line = "cat > read.py <<'END'\n\(reader)\nEND\npython3 read.py"
    let result = try run(line)
    #expect(result.text == "0 True True\n", "\(result.errors)")
  }

  @Test(.runsProgram, .needs(.python3))
  func `input from a nonblocking pipe is complete`() throws {
    let writer = """
      import fcntl, os, subprocess, time
      r, w = os.pipe()
      fcntl.fcntl(r, fcntl.F_SETFL, os.O_NONBLOCK)
      p = subprocess.Popen('life convert - got.rle'.split(), stdin=r); os.close(r)
      for piece in open('gun.rle', 'rb').read().partition(b'$'):
          time.sleep(0.1); os.write(w, piece)
      time.sleep(0.1); os.close(w)
      print(p.wait(20))
      """
    let line = "cat > write.py <<'END'\n\(writer)\nEND\npython3 write.py; cmp gun.rle got.rle"
    let result = try run(line)
    #expect(result.text == "0\n" && result.status == 0, "\(result.errors)")
  }
}
