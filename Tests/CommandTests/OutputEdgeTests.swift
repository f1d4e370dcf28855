import Foundation
import TestSupport
import Testing

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

  @Test(arguments: ["lif", "cells", "rle"])
  func `a few cells that are too far apart are refused for their distance`(kind: String) throws {
    let text = try run("life run r-pentomino -n 2^70 -o f.\(kind) 2>&1; ls")
    #expect(text.contains(" cannot hold cells in a bounding box of "), "\(text)")
    #expect(text.hasSuffix("; write macrocell\n"), "\(text)")
  }

  @Test func `what has no room in an image is told`() throws {
    let text = try run(
      """
      for options in '--scale 3 --grid' '--scale 4 --grid' --legend '--theme fire --legend'; do
        life run glider --rule 345/2/6 -n 1 -o x.png $options 2>&1 | grep -v generation
        life run glider --rule 345/2/6 -n 1 -o x.png $options -q 2>&1
      done
      """)
    #expect(
      text == """
        life: no grid lines are drawn; they need cells of 4 pixels
        life: the legend has room for 2 of its 5 entries
        life: the legend has room for 1 of its 6 entries

        """)
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
    try #require(!lines.isEmpty)
    #expect(lines[0] == "generation,population,x,y,width,height,digest")
    #expect(lines[3].hasSuffix(",\(lines[4])") && lines[4].count == 64)
    #expect(
      lines[5...] == [
        "births,deaths,generation", ",,0", "2,2,1", "2,2,2",
        #"{"schema":"life.sample/1","population":3,"births":null}"#,
        #"{"schema":"life.sample/1","population":3,"births":2}"#,
      ])
  }

  @Test func `a table is resumed with the same bytes, but not with births`() throws {
    let text = try run(
      """
      w='run acorn -n 60 --every 3 -q --columns'
      life $w generation,digest -o want.csv
      life $w generation,digest -o x.csv --checkpoint c --max-frames 7; echo $?
      life resume c -q; cmp want.csv x.csv && wc -l < x.csv
      life $w generation,births -o y.csv --checkpoint c 2> errors; echo $?; ls c y.csv 2>&1 | wc -l
      """)
    #expect(
      text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["75", "22", "64", "2"])
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

  @Test(.needs(.ffmpeg), arguments: ["mkv", "webm"])
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
    #expect(try run("life formats --json --to markdown 2>&1", exits: 64).contains("combined"))
  }
}
