import TestSupport
import Testing

/// `life run -o x.html`; `make test-player` runs the pages in a browser.
@Suite(.needsOptimization) struct PlayerPageTests {
  @Test func `a recording has every frame when it is interrupted, limited or replaced`()
    async throws
  {
    let view = "--view -9,-9,120x90"
    let text = try await session(
      """
      life run gosper-gun -n 600 \(view) -q -o gun.html; cksum < gun.html; wc -c < gun.html
      life run gosper-gun -n 1e9 \(view) -q -o gun.html --max-frames 601 2> errors || echo $?
      cksum < gun.html
      life run gosper-gun -n 5 -q -o gun.html --no-clobber 2> errors || echo $?
      life run gosper-gun pulsar -n 5 -q -o gun.html --no-clobber 2> errors || echo $?
      life run gosper-gun -n 600 \(view) -q --to html | cksum
      """)
    let lines = text.split(separator: "\n")
    try #require(lines.count == 7)
    #expect(lines[0] == lines[3] && lines[0] == lines[6])
    #expect((Int(lines[1]) ?? .max) < 31_000)
    #expect(lines[2] == "75" && lines[4] == "73" && lines[5] == "73")
  }

  @Test func `a page names the universe and the color of what is outside`() async throws {
    let text = try await printed(
      """
      for size in '--size 720p' ''; do
        life run glider --universe P12,12 -n 4 $size -q --to html \
          | grep -oE '"rule":"[^"]*"|"outside":[0-9]*'
      done
      """)
    let rule = "\"rule\":\"B3/S23:P12,12\"\n"
    #expect(text == "\(rule)\"outside\":2\n\(rule)\"outside\":0\n")
  }
}
