/// Rules with well-known names, and their rulestrings.
package enum NamedRules {
  /// All names in the order of listings; two names may share a rulestring.
  package static let all: [(name: String, rulestring: String)] = [
    ("Life", "B3/S23"), ("HighLife", "B36/S23"), ("Day & Night", "B3678/S34678"),
    ("Seeds", "B2/S"), ("Brian's Brain", "/2/3"), ("Star Wars", "345/2/4"),
    ("2x2", "B36/S125"), ("34 Life", "B34/S34"), ("Amoeba", "B357/S1358"),
    ("Anneal", "B4678/S35678"), ("Assimilation", "B345/S4567"), ("Belzhab", "23/23/8"),
    ("Bombers", "345/24/25"), ("Brian's 6", "6/246/3"), ("Caterpillars", "124567/378/4"),
    ("Coagulations", "B378/S235678"), ("Coral", "B3/S45678"), ("Diamoeba", "B35678/S5678"),
    ("DotLife", "B3/S023"), ("DryLife", "B37/S23"), ("EightLife", "B3/S238"),
    ("Faders", "2/2/25"), ("Fireworks", "2/13/21"), ("Fredkin", "B1357/S02468"),
    ("Frogs", "12/34/3"), ("Gnarl", "B1/S1"), ("Hex Life", "B2/S34H"),
    ("HoneyLife", "B38/S238"),
    ("Just Friends", "B2-a/S12"), ("Lava", "12345/45678/8"),
    ("Leap Life", "B2n3/S23-q"),
    ("Life without Death", "B3/S012345678"), ("Live Free or Die", "B2/S0"),
    ("LongLife", "B345/S5"), ("Maze", "B3/S12345"), ("Mazectric", "B3/S1234"),
    ("Morley", "B368/S245"), ("Move", "B368/S245"), ("Pedestrian Life", "B38/S23"),
    ("Pseudo Life", "B357/S238"), ("Replicator", "B1357/S1357"), ("Serviettes", "B234/S"),
    ("Stains", "B3678/S235678"), ("Swirl", "23/34/8"), ("tlife", "B3/S2-i34q"),
    ("Vote", "B5678/S45678"), ("Walled Cities", "B45678/S2345"),
    ("BBM", "M0,8,4,3,2,5,9,7,1,6,10,11,12,13,14,15"),
    ("BounceGas", "M0,8,4,3,2,5,9,14,1,6,10,13,12,11,7,15"),
    ("BounceGasII", "M0,8,4,12,2,10,9,7,1,6,5,11,3,13,14,15"),
    ("Critters", "M15,14,13,3,11,5,6,1,7,9,10,2,12,4,8,0"),
    ("HPP_Gas", "M0,8,4,12,2,10,9,14,1,6,5,13,3,11,7,15"),
    ("MargSingRot", "M0,2,8,3,1,5,6,7,4,9,10,11,12,13,14,15"),
    ("Pegg", "M0,2,8,12,1,10,1,11,4,7,3,13,12,11,7,8"),
    ("Rotations", "M0,2,8,12,1,10,9,11,4,6,5,14,3,7,13,15"),
    ("RotationsII", "M0,2,8,12,1,10,9,13,4,6,5,7,3,14,11,15"),
    ("RotationsIII", "M0,4,1,10,8,3,9,11,2,6,12,14,5,7,13,15"),
    ("RotationsIV", "M0,4,1,12,8,10,6,14,2,9,5,13,3,11,7,15"),
    ("Sand", "M0,4,8,12,4,12,12,13,8,12,12,14,12,13,14,15"),
    ("StringThing", "M0,1,2,12,4,10,9,7,8,6,5,11,3,13,14,15"),
    ("StringThingII", "M0,1,2,12,4,10,6,7,8,9,5,11,3,13,14,15"),
    ("SwapOnDiag", "M0,8,4,12,2,10,6,14,1,9,5,13,3,11,7,15"),
    ("Tron", "M15,1,2,3,4,5,6,7,8,9,10,11,12,13,14,0"),
    ("Model_1", "2PCA4,0,4,8,3,1,10,6,7,2,9,5,11,12,13,14,15"),
    ("Model_2", "2PCA4,0,4,8,3,1,10,6,11,2,9,5,13,12,14,7,15"),
    ("PCA_1", "2PCA4,0,4,8,3,1,10,6,7,2,9,5,11,12,13,14,15"),
    ("PCA_2", "2PCA4,0,2,4,3,8,10,6,7,1,9,5,11,12,13,14,15"),
    ("PCA_3", "2PCA4,0,8,1,3,2,5,6,7,4,9,10,11,12,13,14,15"),
    ("PCA_4", "2PCA4,0,2,4,12,8,5,9,7,1,6,10,11,3,13,14,15"),
    ("PCA_5", "2PCA4,0,4,8,3,1,10,6,11,2,9,5,13,12,14,7,15"),
    ("PCA_6", "2PCA4,0,2,4,3,8,10,6,14,1,9,5,7,12,11,13,15"),
    ("PCA_7", "2PCA4,0,2,4,12,8,5,9,14,1,6,10,7,3,11,13,15"),
    ("PCA_8", "2PCA4,0,2,4,12,8,10,9,14,1,6,5,7,3,11,13,15"),
    ("PCA_9", "2PCA4,0,2,4,12,8,10,9,13,1,6,5,14,3,7,11,15"),
    ("PCA_10", "2PCA4,0,1,2,3,4,5,6,13,8,9,10,14,12,7,11,15"),
    ("PCA_11", "2PCA4,0,4,8,3,1,10,6,11,2,9,5,11,13,12,14,15"),
    ("PCA_12", "2PCA4,0,4,2,3,14,6,11,5,8,7,9,13,10,12,1,15"),
  ]

  /// Further names, left out of listings.
  private static let furtherNames: [(name: String, rulestring: String)] = [
    ("conway", "B3/S23"), ("conwayslife", "B3/S23"), ("conwaysgameoflife", "B3/S23"),
    ("gameoflife", "B3/S23"), ("thegameoflife", "B3/S23"), ("dayandnight", "B3678/S34678"),
    ("lwod", "B3/S012345678"), ("lfod", "B2/S0"), ("threefourlife", "B34/S34"),
  ]

  private static let rulestrings = Dictionary(
    (all + furtherNames).map { ($0.name.utf8.compactMap(letter), $0.rulestring) },
    uniquingKeysWith: { first, _ in first })

  /// The rulestring of a rule with this name; case, blanks and punctuation are ignored.
  static func rulestring(named name: ArraySlice<UInt8>) -> String? {
    rulestrings[name.compactMap(letter)]
  }

  /// A letter or digit in lower case, or a byte beyond ASCII. Returns `nil` for any other byte.
  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5a: byte | 0x20
    case 0x30...0x39, 0x61...0x7a, 0x80...: byte
    default: nil
    }
  }
}
