import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

private func table(
  _ text: String, content: RuleFile.Content = .rule, warn: @escaping (Warning) -> Void = { _ in }
) throws -> RuleTable {
  var options = ReadOptions()
  options.warn = warn
  let input = try ByteReader(Array(text.utf8), name: "in.rule")
  return try RuleFile.read(input, name: "in", content: content, options: options)
}

private func complaint(_ text: String, content: RuleFile.Content = .rule) -> String {
  errorText { _ = try table(text, content: content) } ?? "none"
}

/// The headers of a table of von Neumann's neighborhood.
private func header(_ symmetry: String = "rotate4", states: Int = 4) -> String {
  "@RULE in\n@TABLE\nn_states:\(states)\nneighborhood:vonNeumann\nsymmetries:\(symmetry)\n"
}

@Suite struct RuleFileTests {
  @Test(arguments: [
    "0,1,0,0,0,2", "0, 1, 0 ,0,0, 2 , 3 junk", "010002", "010002junk", " 010002", "0,1,0,0,0,2#c",
    "var a={1}\n0,a,0,0,0,2", "var a = {1 2}\n0,a,0,0,0,2", "\tvar a={1}\n\t0,a,0,0,0,2",
    "var b={2}\nvar a={1,b}\n0,a,0,0,0,b", "# nothing\n\n0,1,0,0,0,2\r",
    "var a{1}\n0,a,0,0,0,2", "VAR a 1\n0,a,0,0,0,2", "var a={1\n0,a,0,0,0,2",
    "var a={3}\nvar a={1}\n0,a,0,0,0,2", "var a = {1]\n0,a,0,0,0,2",
    "var b={1}\nvar a = b\n0,a,0,0,0,2",
  ])
  func `transitions of a rule file are read in all notations`(line: String) throws {
    let rule = try table(header() + line + "\n")
    #expect(rule.next(0, n: 0, ne: 0, e: 1, se: 0, s: 0, sw: 0, w: 0, nw: 0) == 2)
    #expect(rule.next(0, n: 0, ne: 0, e: 3, se: 0, s: 0, sw: 0, w: 0, nw: 0) == 0)
    #expect(rule.states == 4 && rule.neighborhood == .vonNeumann && rule.name == "in")
  }

  @Test func `sections of a rule file come in any order after text`() throws {
    let rule = try table(
      """
      @RULE in
      Some words: n_states is not here.
      @NAMES
      0 nothing
      1 a wire # of copper
      @ICONS
      XPM
      @COLORS
      0 1 2 3
      255 0 0 255 255 0
      @TABLE
      N_STATES: 3 states
      Neighborhood: vonNeumann
      symmetries: none # at all
      0,1,0,0,0,2
      @TREE
      this is not looked at
      """)
    #expect(rule.next(0, n: 1, ne: 0, e: 0, se: 0, s: 0, sw: 0, w: 0, nw: 0) == 2)
    #expect(rule.legend.names == [0: "nothing", 1: "a wire"])
    #expect(rule.legend.colors[0] == 0x010203)
    #expect(rule.legend.colors[1] == 0xff0000)
    #expect(rule.legend.colors[2] == 0xffff00)
  }

  @Test func `a rule tree of four neighbors is read`() throws {
    let tree = """
      num_states=2
      num_neighbors = 4
      num_nodes=6
      # levels
      1 0 1
      1 1 0
      2 0 1
      3 2 2
      4 3 3
      5 4 4
      """
    for rule in [try table("@TREE\n" + tree), try table(tree, content: .tree)] {
      // Born beside a neighbor to the south, the fourth input.
      #expect(rule.next(0, n: 0, ne: 0, e: 0, se: 0, s: 1, sw: 0, w: 0, nw: 0) == 1)
      #expect(rule.next(1, n: 0, ne: 0, e: 0, se: 0, s: 1, sw: 0, w: 0, nw: 0) == 0)
      #expect(rule.next(0, n: 1, ne: 1, e: 1, se: 1, s: 0, sw: 1, w: 1, nw: 1) == 0)
    }
  }

  @Test func `a rule tree of eight neighbors is read`() throws {
    let levels = (2...9).map { "\($0) \($0 - 2) \($0 - 2)\n" }.joined()
    let head = "@TREE\nnum_states=2\nnum_neighbors=8\n"
    // Born beside a neighbor to the north-west, the first input.
    let rule = try table(
      head + "num_nodes=17\n1 0 1\n1 1 1\n"
        + (2...8).map {
          "\($0) \(2 * $0 - 4) \(2 * $0 - 4)\n\($0) \(2 * $0 - 3) \(2 * $0 - 3)\n"
        }.joined() + "9 14 15\n")
    #expect(rule.next(0, n: 0, ne: 0, e: 0, se: 0, s: 0, sw: 0, w: 0, nw: 1) == 1)
    #expect(rule.next(0, n: 1, ne: 1, e: 1, se: 1, s: 1, sw: 1, w: 1, nw: 0) == 0)
    #expect(rule.next(1, n: 0, ne: 0, e: 0, se: 0, s: 0, sw: 0, w: 0, nw: 0) == 1)
    // A tree that depends on the cell only.
    let still = try table(head + "num_nodes=9\n1 0 1\n" + levels)
    #expect(still.next(0, n: 1, ne: 1, e: 1, se: 1, s: 1, sw: 1, w: 1, nw: 1) == 0)
    #expect(still.next(1, n: 0, ne: 0, e: 0, se: 0, s: 0, sw: 0, w: 0, nw: 0) == 1)
  }

  @Test func `a rule tree of 256 states is read`() throws {
    // The next state is that of the southern neighbor, the fourth input.
    let row = { (first: String, rest: (Int) -> String) in
      (0..<256).reduce(into: first) { $0 += " " + rest($1) } + "\n"
    }
    let leaves = (0..<256).map { state in row("1") { _ in "\(state)" } }.joined()
    let rule = try table(
      "@TREE\nnum_states=256\nnum_neighbors=4\nnum_nodes=260\n" + leaves + row("2") { "\($0)" }
        + row("3") { _ in "256" } + row("4") { _ in "257" } + row("5") { _ in "258" })
    #expect(rule.next(0, n: 1, ne: 1, e: 1, se: 1, s: 255, sw: 1, w: 1, nw: 1) == 255)
    #expect(rule.next(255, n: 0, ne: 0, e: 0, se: 0, s: 0, sw: 0, w: 0, nw: 0) == 0)
  }

  @Test(arguments: [
    ("", "expected @TABLE or @TREE"),
    ("@TABLE\n", "in.rule:2:1: expected 'n_states:' and 'neighborhood:' and 'symm"),
    ("@TABLE\nn_states:1\n", "in.rule:2:10: expected a number of states from 2 to 256"),
    ("@TABLE\nn_states:4\nn_states:4\n", "in.rule:3:1: 'n_states:' is given twice"),
    ("@TABLE\nneighborhood:moore\n", "in.rule:2:14: expected 'vonNeumann', 'Moore', 'hex"),
    ("@TABLE\nsymmetries:none\n", "in.rule:2:1: 'neighborhood:' must come before"),
    (
      "@TABLE\nneighborhood:Moore\nsymmetries:rotate6\n",
      "in.rule:3:12: expected 'none', 'rotate4', 'rotate8',"
    ),
    (header() + "0,1,0,0,0\n", "in.rule:6:10: expected 6 states or variables (cell, 4 nei"),
    (header() + "0,1,0,0,0,4\n", "in.rule:6:11: expected a state from 0 to 3"),
    (header() + "0,x,0,0,0,1\n", "in.rule:6:3: 'x' is neither a state nor a variable"),
    (header() + "0 1 0 0 0 2\n", "in.rule:6:12: expected 6 states"),
    (header() + "var a={1,2}\n0,1,0,0,0,a\n", "in.rule:7:11: expected a state as the next state"),
    (header() + "var a={}\n", "in.rule:6:6: expected at least one state"),
    (header() + "var ={}\n", "in.rule:6:4: expected a variable such as"),
    (header() + "var 1={1}\n", "in.rule:6:5: expected a variable name, found a number"),
    (header() + "var a={1,z}\n", "in.rule:6:10: 'z' is neither"),
    (header() + "0,1,0,0,0,2\nsymmetries:none\n", "in.rule:7:1: 'symmetries:' is given twice"),
    (
      "@TABLE\nn_states:3\nneighborhood:Moore\nsymmetries:none\nvar a={1}\nn_states:3\n",
      "in.rule:6:1: 'n_states:' is given twice"
    ),
    (
      "@TREE\nnum_states=2\nnum_states=2\n",
      "in.rule:3:1: the header of a tree must have each number once"
    ),
    (header() + "0,0,0,0,0,1\n", "the empty plane would turn into state 1"),
    ("@TREE\n1 0 1\n", "in.rule:2:1: expected 'num_states=', 'num_neighbors='"),
    ("@TREE\nnum_states=1\n", "in.rule:2:12: expected 2 to 256"),
    ("@TREE\nnum_neighbors=6\n", "in.rule:2:15: expected 4 or 8"),
    (
      "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=2\n1 0 2\n",
      "in.rule:5:5: expected a state from 0 to 1"
    ),
    (
      "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=2\n1 0 1\n2 0 1\n",
      "in.rule:6:5: expected an earlier node of level 1"
    ),
    (
      "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=2\n1 0 1\n", "expected 2 nodes, found 1"
    ),
    (
      "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=1\n1 0 1\n",
      "expected the root, of level 5, as the last node"
    ),
    (
      "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=1\n1 0 1\n1 0 1\n", "in.rule:6:1: more nodes"
    ),
  ])
  func `errors in a rule file have place and message`(text: String, expected: String) {
    let found = complaint(text)
    #expect(found.contains(expected), "\(found)")
  }

  @Test func `the number of variables in a rule file is limited`() {
    let most = 1 << 16
    let variables = (0...most).map { "var v\($0)={1}\n" }
    #expect(complaint(header() + variables.dropLast().joined()) == "none")
    let said = complaint(header() + variables.joined())
    #expect(said.contains("exceeds the limit of \(most) variables"), "\(said)")
  }

  @Test func `invalid colors and names in a rule file are ignored with a warning`() throws {
    nonisolated(unsafe) var warnings: [String] = []
    let text = header() + "0,1,0,0,0,2\n@COLORS\nred\n1 2 3 400\n@NAMES\nx y\n"
    _ = try table(text) { warnings.append("\($0.message)") }
    #expect(warnings.count == 3)
  }

  @Test func `mutated rule files are read or refused`() throws {
    let texts = [
      header("rotate4reflect")
        + "var a={1,2,3}\nvar b={0,a}\n0,a,b,0,0,a\n1,b,a,a,0,2\n@COLORS\n1 2 3 4\n",
      header("permute") + "var a={1,2,3}\n0,a,a,1,0,a\n",
      "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=6\n"
        + "1 0 1\n1 1 0\n2 0 1\n3 2 2\n4 3 3\n5 4 4\n",
    ].map { Array($0.utf8) }
    var random = Seeded(1)
    var rules = 0
    for number in 0..<Effort.cases(600, long: 60_000).count {
      var bytes = texts[number % texts.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes.randomElement(using: &random)!, at: place)
        default: bytes = Array(bytes[..<place])
        }
      }
      let rule: RuleTable
      do {
        rule = try RuleFile.read(ByteReader(bytes, name: "in"), name: "in")
      } catch {
        let isKnown = error is ParseError || error is ReadError
        #expect(isKnown && "\(error)".hasPrefix("in"), "\(error)")
        continue
      }
      rules += 1
      for _ in 0..<20 {
        var cells = RuleTable.Cells9()
        for lane in 0..<9 {
          cells[lane] = State.random(in: 0...State(rule.states - 1), using: &random)
        }
        #expect(rule.next(cells) < rule.states)
      }
    }
    #expect(rules >= Effort.cases(600, long: 60_000).count / 60)
  }
}

@Suite struct RuleLegendTests {
  private func legend(_ text: String, as form: RuleFile.LegendForm) throws -> Legend {
    try RuleFile.legend(ByteReader(Array(text.utf8), name: "in"), states: 3, form: form)
  }

  @Test func `a shared rule file gives colors and names`() throws {
    let shared = try legend(
      "@RULE a-shared\n@TABLE\nnot read\n@COLORS\n1 1 2 3\n@NAMES\n2 two\n", as: .shared)
    #expect(shared.colors == [1: 0x010203])
    #expect(shared.names == [2: "two"])
    let plain = try table(header() + "0,1,0,0,0,2\n")
    #expect(RuleTable(plain, completingLegendFrom: shared).legend == shared)
    let named = try table(header() + "0,1,0,0,0,2\n@NAMES\n1 one\n")
    let both = RuleTable(named, completingLegendFrom: shared).legend
    #expect(both.names == [1: "one"] && both.colors == shared.colors)
    #expect(RuleTable(named, completingLegendFrom: shared) == named)
  }

  @Test func `a file of colors gives the colors of a rule`() throws {
    let colors = try legend(
      "# old\ngradient = 0 0 0 255 255 255\ncolor=2 9 8 7\nnothing\n", as: .colors
    ).colors
    #expect(colors == [1: 0x000000, 2: 0x090807])
  }
}

@Suite struct RuleLookupTests {
  private func options(_ found: RuleSearch) -> ReadOptions {
    var options = ReadOptions()
    options.findRule = { _ in found }
    return options
  }

  @Test func `a rule name with a universe is found`() throws {
    let rule = try table(header() + "0,1,0,0,0,2\n")
    let parsed = try options(.found(rule)).rule(parsing: "Banks-I:T20,30".utf8)
    #expect(parsed.rule == Rule(.table(rule)))
    #expect(parsed.universe == Universe(.torus, width: 20, height: 30))
  }

  @Test func `rulestrings of built-in families come before rule files`() throws {
    let rule = try table(header() + "0,1,0,0,0,2\n")
    #expect(try options(.found(rule)).rule(parsing: "B3/S23".utf8).rule == .life)
  }

  @Test func `an unknown name is refused with the folders searched`() {
    let error = #expect(throws: RuleError.self) {
      try options(.missing(places: ["'here'", "'there'"])).rule(parsing: "Foo".utf8)
    }
    #expect(
      error.map { "\($0.message)".contains("no file 'Foo.rule' is in 'here' or 'there'") } == true)
    let typo = #expect(throws: RuleError.self) {
      try options(.missing(places: ["'here'"])).rule(parsing: "B3/S29".utf8)
    }
    #expect(typo.map { "\($0.message)".contains("here") } == false)
  }
}
