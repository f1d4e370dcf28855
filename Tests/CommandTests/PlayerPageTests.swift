import TestSupport
import Testing
@testable import LifeArguments

/// `life run -o x.html`; `make test-player` runs the pages in a browser.
@Suite struct PlayerPageTests {
  @Test func `several patterns share a page`() throws {
    let text = try run(
      """
      life run glider block glider -n 4 -q -o one.html
      grep -c '"frames"' one.html; grep -o '<title>.*' one.html; grep -c '<template>' one.html
      printf '2o$2o! block\\n3o! blinker\\n' > two.txt
      life run two.txt --split -n 4 -q -o - --to html | grep -o 'data-title="[^"]*"'
      life run glider pulsar -n 4 -q --embed -o - --to html |
        grep -c '<html\\|life-player\\|<template>'
      life run glider block -n 4 -q -o part.html.gz && zcat part.html.gz | grep -c '"frames"'
      life run glider pulsar -n 4 -q --out-dir pages --to html; ls pages
      life run glider nothing pulsar -n 4 -q -o some.html 2> errors || echo $?
      cat errors; ls some.html 2> /dev/null
      life run nothing nothing -n 4 -q -o none.html 2> errors || ls none.html 2>&1
      """, exits: 2)
    #expect(
      text == """
        3
        <title>Glider, Block, Glider</title>
        1
        data-title="two-1"
        data-title="two-2"
        2
        2
        glider.html
        pulsar.html
        66
        life: no file or pattern named 'nothing'; 'life list' lists them
        ls: cannot access 'none.html': No such file or directory

        """)
  }

  @Test func `a recording has every frame when it is interrupted, limited or replaced`() throws {
    let text = try run(
      """
      view='--view -9,-9,120x90'
      life run gosper-gun -n 600 $view -q -o gun.html; cksum < gun.html; wc -c < gun.html
      life run gosper-gun -n 1e9 $view -q -o gun.html --max-frames 601 2> errors || echo $?
      cksum < gun.html
      life run gosper-gun -n 5 -q -o gun.html --no-clobber 2> errors || echo $?
      life run gosper-gun pulsar -n 5 -q -o gun.html --no-clobber 2> errors || echo $?
      life run gosper-gun -n 600 $view -q --to html | cksum
      """)
    let lines = text.split(separator: "\n")
    try #require(lines.count == 7)
    #expect(lines[0] == lines[3] && lines[0] == lines[6])
    #expect((Int(lines[1]) ?? .max) < 30_000)
    #expect(lines[2] == "75" && lines[4] == "73" && lines[5] == "73")
  }
}
