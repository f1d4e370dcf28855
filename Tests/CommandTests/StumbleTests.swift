import TestSupport
import Testing

/// What commands do with words that newcomers type.
@Suite struct StumbleTests {
  @Test(arguments: ["run -n 4 --out-dir d", "convert --out-dir d"])
  func `a missing file among several is reported before anything is written`(
    command: String
  ) throws {
    let text = try run(
      "life convert glider a.rle; life \(command) a.rle nosuch.rle acorn 2>&1; echo $?; ls")
    #expect(text == "life: nosuch.rle: cannot open: No such file or directory\n66\na.rle\n")
  }

  @Test(arguments: [
    "run -n 4 glider nosuch", "run -n 4 -o b.gif glider nosuch.rle", "identify glider nosuch.rle",
    "identify --to csv glider nosuch.rle", "info glider nosuch.rle", "show glider nosuch.rle",
    "apgcode glider nosuch.rle", "paste glider nosuch.rle", "diff glider nosuch.rle",
    "collide glider nosuch.rle", "convert --to cells glider nosuch.rle",
    "convert --to cells glider nosuch",
  ])
  func `a missing file among inputs ends a command before it prints or writes anything`(
    command: String
  ) throws {
    let shell = try Shell()
    defer { shell.remove() }
    let result = try shell.run("life \(command); echo $?; ls")
    #expect(result.text == "66\n")
    #expect(result.errors.contains("nosuch"), "\(result.errors)")
  }

  @Test func `a second operand without an extension is not an output`() throws {
    let shell = try Shell()
    defer { shell.remove() }
    let texts = try ["nosuch", "pulsar"].map {
      try shell.run("life convert glider \($0) --to cells 2>&1 | head -1; ls").text
    }
    #expect(
      texts == [
        "life: 'nosuch' is not the name of a plaintext file; several inputs need --out-dir DIR, "
          + "and an output of that name -o nosuch\n",
        "life: 'pulsar' is not the name of a plaintext file; several inputs need --out-dir DIR, "
          + "and an output of that name -o pulsar\n",
      ])
    let written = try shell.run(
      "life convert glider -o pulsar --to cells && life convert glider /dev/stdout --to cells")
    #expect(written.status == 0)
  }

  @Test func `an output that names another format is not replaced`() throws {
    let text = try run(
      """
      life convert glider a.rle; life convert glider a.rle --to cells 2>&1 | head -1; head -1 a.rle
      life convert glider -o a.rle --to cells; head -1 a.rle
      life convert glider a.lif --to life106; head -1 a.lif
      """)
    #expect(
      text == """
        life: 'a.rle' is not the name of a plaintext file; several inputs need --out-dir DIR, and \
        an output of that name -o a.rle
        #N Glider
        !Name: Glider
        #Life 1.06

        """)
  }

  @Test func `the loop of a gun ends as it began`() throws {
    let text = try run(
      "life run gosper-gun --loop -q -o a.gif; ls; "
        + "life run gosper-gun --loop -q --scale 1 --view 0,0,60x40 --to pbm -o frames; "
        + "life run gosper-gun -n 269 --start 210 -q --scale 1 --view 0,0,60x40 --to pbm -o later; "
        + "cat frames frames | cmp - later && echo same")
    #expect(text == "a.gif\nsame\n")
    #expect(
      try run("life run gosper-gun --loop --view fit -o b.gif 2>&1; true").hasPrefix(
        "life: --loop of a gun requires a view that moves as it does, or not at all; leave out "))
  }

  @Test func `the loop of a gun begins where it does with the slowest engine`() throws {
    let text = try run(
      """
      plan() { life run gosper-gun --loop -o a.gif --dry-run "$@" | grep -o '0 to [0-9]*'; }
      plan --view 0,0,400x400 --engine reference; plan --view 0,0,400x400
      plan --view 0,0,100000x100000 --scale 1/500 --max-time 20s
      """)
    let ends = text.split(separator: "\n")
    #expect(ends.count == 3 && ends[0] == ends[1] && ends[1] != ends[2], "\(text)")
  }

  @Test(arguments: [
    ("block-laying-switch-engine", "288", "--track=-24,-24/288"),
    ("space-rake", "20", "--track 10,0/20"), ("gosper-gun", "30", ""), ("pulsar", "3", ""),
  ])
  func `a loop with ages and trails ends as it began`(
    name: String, period: String, track: String
  ) throws {
    let text = try run(
      """
      options='-q --theme fire --scale 1 --view 0,0,50x40 --to ppm'
      life run \(name) --loop $options -o frames --json > run.json
      last=$(grep -o '"generation":[0-9]*,"pop' run.json | tr -dc 0-9)
      life run \(name) -n $((last + \(period))) --start $((last - \(period) + 1)) $options \
        \(track) -o later
      cat frames frames | cmp - later && echo same
      """)
    #expect(text == "same\n")
  }

  @Test(arguments: ["block-laying-switch-engine", "space-rake"])
  func `the loop of what moves and emits has a view of its own`(name: String) throws {
    #expect(try run("life run \(name) --loop -q -o a.gif; ls") == "a.gif\n")
    let refusal = try run("life run \(name) --loop --view fit -o b.gif 2>&1", exits: 64)
    #expect(refusal.contains("requires a view that moves as it does, or not at all; leave out"))
  }

  @Test(arguments: [
    ("-o a.gif", "leave it out to draw several patterns in one picture"),
    ("--out-dir d", "write 'life run' for each pattern, with a checkpoint of its own"),
  ])
  func `a checkpoint is refused for several patterns`(output: String, advice: String) throws {
    let text = try run("life run glider pulsar -n 9 --checkpoint a.life \(output) 2>&1", exits: 64)
    #expect(text.hasPrefix("life: --checkpoint keeps the run of one pattern; \(advice)\n"))
  }

  @Test(arguments: ["zz_LINEAR", "yl144_1_16_afb5", "ov_p30", "PATHOLOGICAL"])
  func `a code without cells is not a pattern`(code: String) throws {
    let text = try run("life info \(code) 2>&1", exits: 66)
    #expect(text == "life: '\(code)' is a code of the census that does not encode any cells\n")
  }

  @Test func `codes without cells in a list are skipped, with a warning`() throws {
    let text = try run(
      """
      printf 'ov_p30\\nxs4_33 a\\nyl30_1_5_74055a5f\\nxq4_153\\nPATHOLOGICAL\\n' > list.txt
      life apgcode --split list.txt 2> errors; grep -c 'does not encode any cells' errors
      """)
    #expect(text == "xs4_33\nxq4_153\n3\n")
  }

  /// Under rules with B0, the stored cells of odd generations mean others.
  @Test func `an object has one code in even and in odd generations`() throws {
    let text = try run(
      """
      printf 'x = 1, y = 1, rule = B02/S4\\no!\\n' > even.rle
      life run even.rle -n 1 -q -o odd.rle
      life apgcode even.rle odd.rle
      for name in even odd; do life census --from $name.rle -r B02/S4 --to csv -q | tail -1; done
      life run even.rle -n 2 --to objects -q | tail -1
      life run even.rle -n 1 --to objects -q 2>&1; true
      """)
    #expect(
      text == """
        xp2_1
        xp2_1
        xp2_1,,1,0
        xp2_1,,1,0
        2,xp2_1,0,0,0
        life: under B02/S4, objects are told in even generations only, and not in 1

        """)
  }

  @Test(arguments: [
    ("3o16bo!", "recurs only from generation 1 on; compare with 'life run b.rle -n 1'"),
    ("acorn", "does not recur, because it is a methuselah"),
    ("gosper-gun", "does not recur, because it is a gun"),
  ])
  func `phases are compared only with a pattern that recurs`(b: String, reason: String) throws {
    let text = try run(
      "life convert '\(b)' b.rle --crop; life diff block b.rle --any-phase 2>&1; echo $?")
    #expect(text == "life: --any-phase: b.rle \(reason)\n65\n", "\(text)")
  }

  @Test(arguments: ["0", "1e30", "2^63"])
  func `the number of soups is limited`(count: String) throws {
    let text = try run("life soup --seed a --count \(count) 2>&1; echo $?")
    let message = "life: --count: expected a number from 1 to 2^62, found '\(count)'\n"
    #expect(text.hasPrefix(message) && text.hasSuffix("\n64\n"), "\(text)")
  }

  @Test func `a code that was made up is identified, with a note`() throws {
    #expect(
      try run("life identify xq7_foo xq4_153 2>&1 > list; cut -d, -f 1 list") == """
        life: the cells of 'xq7_foo' are not what the code says
        xq7_foo: oscillator
        xq4_153: spaceship

        """)
  }

  @Test func `comparisons include those with an equals sign`() throws {
    let text = try run(
      """
      life run r-pentomino --until 'pop>=100' -q -o a.rle
      life run r-pentomino --until 'pop<=4' -n 10 -q -o b.rle 2>&1; echo $?
      life run glider --until 'pop=100' 2>&1 | head -n 1
      """)
    #expect(
      text == """
        life: r-pentomino: pop<=4 was not reached within 10 generations; wrote everything up to \
        generation 10
        75
        life: --until: expected a comparison such as 'pop>1000' or 'box<=50', with one of == != \
        >= <= > <

        """)
  }

  @Test func `a search that a limit ends claims nothing`() throws {
    let text = try run(
      """
      for end in '--until stable' '--until period' --loop; do
        life run acorn -r B03/S23 $end --max-time 0.3s --dry-run -o x.gif 2> errors; echo $?
        sed 's/[1-9][0-9]*[02468] generations/many generations/' errors
      done
      life run acorn -r B03/S23 --until stable > x.rle 2> errors & sleep 1
      kill -TERM $!; wait $!; echo $?
      sed 's/[1-9][0-9]*[02468] generations/many generations/' errors; wc -c < x.rle
      """)
    #expect(
      text == """
        75
        life: --until stable: time limit reached after many generations; nothing was written
        75
        life: --until period: time limit reached after many generations; nothing was written
        75
        life: --loop: time limit reached after many generations; nothing was written
        143
        life: --until stable: interrupted (SIGTERM) after many generations; nothing was written
        0

        """)
  }

  @Test func `a pattern that explodes has no code, and the search for one ends`() throws {
    let text = try run(
      """
      printf 'x = 4, y = 3, rule = B2/S\\n2o$2b2o$o!\\n' > ex.rle
      life convert ex.rle --to apgcode 2>&1; echo $?
      life apgcode ex.rle --max-period 50 2> errors; echo $?; cut -d, -f 1 errors
      life apgcode spacefiller blinker-puffer 2>&1; echo $?
      """)
    #expect(
      text == """
        life: apgcode holds objects that recur, and this pattern is unknown: more than 131072 live \
        cells; write rle
        75
        PATHOLOGICAL
        75
        life: ex.rle: unknown
        life: spacefiller: unknown, grows quadratically with period 4: measured up to generation \
        198, 11871 cells in 225 × 225; no code
        PATHOLOGICAL
        yl8_1_3_5b4e3057e73f3d3fc97a9d7a9030acc2
        75

        """)
  }

  @Test func `a soup lies inside its universe`() throws {
    let text = try run(
      """
      life soup -r B3/S23:T20 -o a.rle; life info a.rle 2>&1 | grep -e outside -e universe
      life soup --size 100x100 -r B3/S23:T64 2>&1; echo $?
      """)
    #expect(
      text == """
          universe    T20,20
        life: a soup of 100 × 100 cells does not fit into T64,64; write a smaller --size
        64

        """)
  }

  @Test func `lists of codes in archives are read, and hauls may be gzipped`() throws {
    let text = try run(
      """
      printf 'xq4_153\\nxs4_33\\n' > codes.txt; echo 'about these files' > readme.txt
      life convert glider a.rle -q
      python3 -m zipfile -c z.zip codes.txt readme.txt a.rle
      life apgcode --split z.zip
      life census --from z.zip -q -o h.haul.gz
      gzip -t h.haul.gz && life census show h.haul.gz --json | grep -c '"soups":3'
      life census --from z.zip -q -o h.haul; gzip -dc h.haul.gz | cmp - h.haul && echo same
      """)
    #expect(text == "xq4_153\nxs4_33\nxq4_153\n1\nsame\n")
  }

  @Test func `conditions and findings have numbers of any size`() throws {
    let text = try run(
      """
      life run gosper-gun -n 2^70 -q -o far.mc
      life identify far.mc --max-period 1
      life run far.mc --until 'box>2^60' -q --dry-run | grep until
      life run far.mc --until 'pop==196765270119568550621' -q --dry-run | grep until
      life run far.mc --until 'pop>1e21' -n 1 -q --dry-run | grep until
      """)
    #expect(
      text == """
        far.mc: unknown, no recurrence within 1 generation, 196765270119568550621 cells in \
        295147905179352825874 × 295147905179352825861 at generation 0
        until       box>1152921504606846976 after 0 generations
        until       pop==196765270119568550621 after 0 generations
        until       pop>1000000000000000000000 was not reached within 1 generation

        """)
  }

  @Test func `a job array divides a census only if it is asked to`() throws {
    let text = try run(
      """
      export SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=2
      life census --root a --soups 4 -q | grep @SOUPS
      life census --root a --soups 4 --shard auto/2 -q | grep @SOUPS
      """)
    #expect(text == "@SOUPS 0..3\n@SOUPS 2..3\n")
  }

  @Test func `a density may be a percentage`() throws {
    let text = try run(
      """
      life soup --size 30x30 --density 37.5% -o a.rle
      life soup --size 30x30 --density 3/8 -o b.rle; cmp a.rle b.rle; echo $?
      """)
    #expect(text == "0\n")
  }

  @Test func `an installed program knows its commit`() throws {
    let text = try run(
      """
      mkdir -p usr/bin usr/share/life; cp "$(command -v life)" usr/bin
      echo abc > usr/share/life/commit
      usr/bin/life --version --verbose | grep ^commit
      life --version --verbose | grep ^commit
      """)
    #expect(text == "commit    abc\ncommit    not known; 'make install' records it\n")
  }
}
