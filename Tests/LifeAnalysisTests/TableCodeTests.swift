import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import Testing

/// Codes under rule files: all orientations that are the same for the rule share one code.
@Suite struct TableCodeTests {
  private func rule(_ table: String) throws -> Rule {
    let input = try ByteReader(Array("@TABLE\n\(table)\n".utf8), name: "in")
    return Rule(.table(try RuleFile.read(input, name: "Test")))
  }

  /// The different codes of a pattern in all orientations.
  private func codes(_ pattern: Pattern, under rule: Rule) throws -> Set<String> {
    let identifier = Identifier(AnalysisRule(rule))
    let codes = try Orientation.all.map { orientation in
      var turned = try pattern.oriented(orientation, limit: .max)
      turned.statedRule = rule
      return try identifier.code(of: turned).description
    }
    return Set(codes)
  }

  /// A tetromino without symmetry stands still: the transition needs five neighbors.
  @Test(arguments: [
    ("permute", 1), ("rotate8reflect", 1), ("rotate4reflect", 1), ("rotate8", 2), ("rotate4", 2),
    ("reflect_horizontal", 4), ("none", 8),
  ])
  func `an object has a code for each class of its orientations`(
    symmetries: String, count: Int
  ) throws {
    let rule = try rule(
      """
      n_states:2
      neighborhood:Moore
      symmetries:\(symmetries)
      0,0,0,1,0,1,1,1,1,1
      """)
    #expect(try codes(read("x = 3, y = 2\n3o$o!"), under: rule).count == count)
    #expect(AnalysisRule(rule).symmetries.count == 8 / count)
  }

  @Test(arguments: [
    ("hexagonal", "none", 1), ("hexagonal", "rotate2", 2), ("hexagonal", "rotate3", 3),
    ("hexagonal", "rotate6", 6), ("hexagonal", "rotate6reflect", 12), ("hexagonal", "permute", 12),
    ("vonNeumann", "rotate4", 4), ("vonNeumann", "permute", 8),
    ("oneDimensional", "none", 2), ("oneDimensional", "reflect", 4),
  ])
  func `a table has the symmetries that it declares`(
    neighborhood: String, symmetries: String, count: Int
  ) throws {
    let rule = try rule(
      "n_states:2\nneighborhood:\(neighborhood)\nsymmetries:\(symmetries)"
        + "\n1,0,0,0,0,0,0,0")
    #expect(AnalysisRule(rule).symmetries.count == count)
  }

  /// The photon has the code of the Generations rule `/2/3`.
  @Test func `Brian's Brain as a table has the codes of the Generations rule`() throws {
    let any = "abcdefgh".map { "var \($0)={0,1,2}" }
    let dead = "ijklmn".map { "var \($0)={0,2}" }
    let rule = try rule(
      (["n_states:3", "neighborhood:Moore", "symmetries:permute"] + any + dead).joined(
        separator: "\n") + "\n0,1,1,i,j,k,l,m,n,1\n1,a,b,c,d,e,f,g,h,2\n2,a,b,c,d,e,f,g,h,0")
    let photon = try read("x = 2, y = 2, rule = /2/3\nAB$AB!")
    #expect(try codes(photon, under: photon.rule) == ["xq1_03_3"])
    #expect(try codes(photon, under: rule) == ["xq1_03_3"])
  }

  @Test func `the states of an automaton have directions`() throws {
    let rule = try RuleAndUniverse(parsing: "JvN29".utf8).rule
    #expect(AnalysisRule(rule).symmetries == [.identity])
  }
}
