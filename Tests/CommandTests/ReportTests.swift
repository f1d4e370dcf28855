import TestSupport
import Testing

/// Results as tables and as JSON.
@Suite struct ReportTests {
  @Test func `Markdown tables have the columns that people read`() throws {
    #expect(
      try run("life identify glider pulsar --to markdown") == """
        | pattern | kind | period | speed | apgcode | name | symmetry | cells | box | heat | \
        volatility | lifespan | reason |
        | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
        | glider | spaceship | 4 | c/4d | xq4_153 | Glider | C1 | 5 | 4 × 4 | 4.0 |  |  |  |
        | pulsar | oscillator | 3 |  | xp3_co9nas0san9oczgoldlo0oldlogz1047210127401 | Pulsar | \
        D8_1 | 48 | 15 × 15 | 42.7 | 0.727 |  |  |

        """)
    #expect(
      try run("life list 'Kok s galaxy' --to markdown; life info glider block --to markdown") == """
        | kind | name | size | period | other names |
        | --- | --- | --- | --- | --- |
        | oscillators | koks-galaxy | 9×9 | 8 | galaxy |
        | pattern | format | rule | universe | generation | population | box | kind | apgcode | \
        name |
        | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
        | glider | rle | B3/S23 | plane | 0 | 5 | 3 × 3 at (0, 0) | spaceship, c/4 diagonal, \
        period 4 (mod 2) | xq4_153 | Glider |
        | block | rle | B3/S23 | plane | 0 | 4 | 2 × 2 at (0, 0) | still life | xs4_33 | Block |

        """)
  }

  @Test func `what a file states cannot break a table`() throws {
    let text = try run(
      """
      printf '#N a|b, "c"\\033[31m\\nx = 1, y = 1\\no!\\n' > 'x|y.rle'
      life info 'x|y.rle' --to markdown | tail -1; life info 'x|y.rle' --to csv | tail -1
      """)
    #expect(
      text == """
        | x\\|y.rle | rle | B3/S23 (not stated) | plane | 0 | 1 | 1 × 1 at (0, 0) | \
        dies at generation 1 |  | a\\|b, "c"?\\[31m |
        x|y.rle,rle,B3/S23,plane,0,1,0,0,1,1,D8_1,dying,,"a|b, ""c""?[31m",,,

        """, "\(text)")
  }

  @Test func `a name has no live HTML, link or picture in a Markdown table`() throws {
    let text = try run(
      """
      printf '#N <script>*[a](http://b) ![](c) `d` www.e.f &amp; 1\\\\2\\n' > x.rle
      printf 'x = 1, y = 1\\no!\\n' >> x.rle
      life info x.rle --to markdown | tail -1 | cut -d '|' -f 11
      """)
    #expect(
      text == #"""
         &lt;script>\*\[a\](http\://b) !\[\](c) \`d\` www\.e.f &amp;amp; 1\\2\#u{20}

        """#, "\(text)")
  }

  @Test func `a run writes its samples as Markdown`() throws {
    #expect(
      try run("life run glider -n 2 --every 2 -o g.md -q; cat g.md") == """
        | generation | population | x | y | width | height |
        | --- | --- | --- | --- | --- | --- |
        | 0 | 5 | 0 | 0 | 3 | 3 |
        | 2 | 5 | 0 | 1 | 3 | 3 |

        """)
  }

  @Test func `CSV of the collection has all that the files state`() throws {
    #expect(
      try run("unset LIFE_PATTERNS; life list gosper-gun --to csv")
        == """
        name,kind,title,other_names,origin,rule,width,height,period,page,comments,file
        gosper-gun,guns,Gosper gun,glider gun; p30 glider gun,"Bill Gosper, 1970",B3/S23,36,9,30,\
        Gosper glider gun,Emits one glider every 30 generations.; The first known pattern with \
        infinite growth.,

        """)
  }

  @Test func `objects are a table, whose rows name the pattern if there are several`() throws {
    let text = try run(
      """
      echo '3o15b2o$18b2o!' > pair.rle; life identify pair.rle --objects
      life identify pair.rle block --objects; life identify pair.rle block --objects --to csv
      """)
    #expect(
      text == """
        xp2_7 0 0
        xs4_33 18 0
        pair.rle: xp2_7 0 0
        pair.rle: xs4_33 18 0
        block: xs4_33 0 0
        pattern,generation,apgcode,x,y
        pair.rle,0,xp2_7,0,0
        pair.rle,0,xs4_33,18,0
        block,0,xs4_33,0,0

        """, "\(text)")
  }

  @Test func `codes, named rules and comparisons of hauls are printed as JSON`() throws {
    let text = try run(
      """
      life apgcode glider block --json; life apgcode blinker --to csv
      life rule --list --json | grep -o '{"name":"HighLife","rule":"B36/S23"}'
      life rule --list --json | grep -o '"name":"WireWorld","rule":null'
      life census --root test_ --soups 20 -q -o a; life census --root test_ --soups 20 -q -o b
      life census diff a b --json -q; life census verify a --sample 5 --json -q
      """)
    #expect(
      text == """
        {"schema":"life.apgcode/1","pattern":"glider","apgcode":"xq4_153"}
        {"schema":"life.apgcode/1","pattern":"block","apgcode":"xs4_33"}
        pattern,apgcode
        blinker,xp2_7
        {"name":"HighLife","rule":"B36/S23"}
        "name":"WireWorld","rule":null
        {"schema":"life.hauls/1","same":true,"search":[],"objects":[],"samples":[]}
        {"schema":"life.verification/1","same":true,"soups":5,"same_table":null,"differences":[]}

        """, "\(text)")
  }

  @Test func `differences of hauls name their objects`() throws {
    let text = try run(
      """
      life census --root test_ --soups 0..19 -q -o a; life census --root test_ --soups 0..9 -q -o b
      life census diff a b --json -q
      """, exits: 1)
    let head = #""search":[{"name":"soups","first":"0..19","second":"0..9"}],"objects":["#
    #expect(text.contains(#""same":false,"# + head + #"{"apgcode":"xs4_33","first":92,"second":"#))
    #expect(text.hasSuffix(#"],"samples":[]}"# + "\n"), "\(text)")
  }

  @Test func `long integers are strings in the JSON of every command`() throws {
    let text = try run(
      """
      life check glider -n 2^60 --engines hashlife,auto --json --json-strings -q |
        grep -o '"end":[^,]*'
      life run glider -n 2^60 -q > far.rle; life diff glider far.rle --json --json-strings |
        grep -o '"width":[^,}]*'
      life info far.rle --json --json-strings | grep -o '"generation":[^,]*'
      life info far.rle --to ndjson --json-strings | grep -o '"generation":[^,]*'
      """)
    #expect(
      text == """
        "end":"1152921504606846976"
        "width":"288230376151711747"
        "generation":"1152921504606846976"
        "generation":"1152921504606846976"

        """, "\(text)")
  }

  @Test(arguments: [
    "identify glider", "info glider", "list", "formats", "apgcode glider", "bench",
    "census show x.haul",
  ])
  func `JSON is not a CSV table`(command: String) {
    let text = refusal("\(command) --json --to csv")
    #expect(text.contains("--json cannot be combined with --to csv"), "\(text)")
  }
}
