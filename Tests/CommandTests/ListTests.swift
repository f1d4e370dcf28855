import TestSupport
import Testing
@testable import LifeArguments

/// `life list`, and patterns by name.
@Suite struct ListTests {
  @Test func `a word selects kinds, names and discoverers`() throws {
    #expect(
      try run("life list 'Kok s galaxy'; life list --names kok; life list KOKSGALAXY --names")
        == """
        kind        name        size period other names
        oscillators koks-galaxy 9×9  8      galaxy
        koks-galaxy
        koks-galaxy

        """)
    let text = try run(
      """
      life list --names guns | grep -c gun; life list --names gosper | head -1
      life list --names | wc -l; ls "$LIFE_PATTERNS"/*/*.rle | wc -l
      """)
    let lines = text.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines.count == 4 && lines[0] == "22" && lines[2] == lines[3], "\(text)")
  }

  @Test func `a word that no pattern has is answered with suggestions`() throws {
    let text = try run("life list kokgalxy 2>&1", exits: 1)
    #expect(text == "life: no pattern has 'kokgalxy'; did you mean 'koks-galaxy'?\n")
    #expect(try run("life list zzzzzzzz --json 2>/dev/null", exits: 1).hasSuffix("[]}\n"))
  }

  @Test func `the JSON of list has all that the files state`() throws {
    #expect(
      try run("unset LIFE_PATTERNS; life list gosper-gun --json") == """
        {"schema":"life.list/1","patterns":[{"name":"gosper-gun","kind":"guns",\
        "title":"Gosper gun","other_names":["glider gun","p30 glider gun"],\
        "origin":"Bill Gosper, 1970","rule":"B3/S23","width":36,"height":9,"period":30,\
        "page":"Gosper glider gun",\
        "comments":["Emits one glider every 30 generations.",\
        "The first known pattern with infinite growth."],"file":null}]}

        """)
  }

  @Test func `a copied program has the collection, and LIFE_PATTERNS comes before it`() throws {
    let text = try run(
      """
      program=$(command -v life); mkdir -p bin own/mine own/rules; cp "$program" bin/life
      printf '#N My glider\\nx = 2, y = 1, rule = B3/S23\\n2o!\\n' > own/mine/glider.rle
      printf '\\033[31m' > own/mine/strange.rle; cp own/mine/glider.rle own/top.rle
      env -i bin/life info glider | grep population
      env -i bin/life run wireworld-test -n 0 2>/dev/null; env -i bin/life rule WireWorld | head -1
      env -i LIFE_PATTERNS=own bin/life info glider | grep population
      env -i LIFE_PATTERNS=own bin/life info myglider | grep name
      env -i LIFE_PATTERNS=own bin/life info pulsar | grep population
      env -i LIFE_PATTERNS=own bin/life list mine
      env -i LIFE_PATTERNS=own bin/life info top | grep population
      env -i LIFE_PATTERNS=none bin/life info glider | grep population
      """)
    #expect(
      text == """
          population  5
        WireWorld
          population  2
          name        My glider
          population  48
        kind name    size period other names
        mine glider  2×1         My glider
        mine strange
          population  2
          population  5

        """)
  }

  @Test func `an unknown name is answered with the nearest`() throws {
    let text = try run("life info glidr 2>&1", exits: 66)
    #expect(text.contains("no file or pattern named 'glidr'; did you mean 'glider'"))
    #expect(try run("life info zzzzzzzzzzz 2>&1", exits: 66).contains("; 'life list' lists them"))
  }

  @Test func `rules of an installed Golly are found`() throws {
    let file = "/usr/share/golly/Rules/Evoloop.rule"
    let text = try run("test -f \(file) && life rule Evoloop | head -1; :")
    #expect(text.isEmpty || text == "Evoloop\n")
  }
}
