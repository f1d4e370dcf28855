import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Soups under rules of hexagons, triangles and weights, and under alternating rules, compared with
/// the results of LifeViewer, lifeweb, MCell and bgolly.
@Suite struct FamilyAnswerTests {
  struct Answer: CustomTestStringConvertible, Sendable {
    let rule: String
    let generation: BigInt
    let population: BigInt
    let box: [BigInt]
    let digest: String
    /// An RLE file.
    let soup: String

    var testDescription: String { rule }

    init(_ fields: [String]) {
      let numbers = fields[1...6].map { BigInt(Int($0) ?? -1) }
      rule = fields[0]
      generation = numbers[0]
      population = numbers[1]
      box = Array(numbers[2...])
      digest = fields[7]
      soup = "#CXRLE Pos=\(fields[8])\n\(fields[9]), rule = \(rule)\n\(fields[10])\n"
    }

    func pattern() throws -> Pattern {
      try RLE.read(ByteReader(Array(soup.utf8), name: "in"), options: ReadOptions())
        .packedForRule()
    }
  }

  static let answers = Project.rows(ofTable: "Tests/Answers/families.tsv").map(Answer.init)

  /// An answer of MCell.
  @Test func `a game of MCell with a rule of three lines runs as there`() throws {
    let game = """
      #MCell 4.00
      #GAME Weighted Life
      #RULE NW5,NN1,NE5,WW1,ME0,EE1,SW5,SS1,SE5,HI0,RS2,RS3,RS6,RS7,RS1
      #RULE 0,RS11,RS15,
      #RULE RB3,RB7,RB11,RB15
      #BOARD 40x30
      #SPEED 0
      #WRAP 1
      #CCOLORS 2
      #L 2A.5A.A.2A2.A$3A.A2.A2.A.2A$A2.A2.A4.A.2A$5.2A3.2A2.A$2.2A.2A3.2A3.A
      #L $.A3.A3.A3.2A$5.A2.2A2.2A$2A2.A7.A$.A3.2A2.A3.A$.2A.4A.3A3.A$2.2A2.A
      #L .A2.A.A.A$.A3.2A.2A3.2A$2.A4.2A$A.3A.2A.A.A.A.A
      """
    let input = try ByteReader(Array(game.utf8), name: "in")
    let pattern = try MCell.read(input, options: ReadOptions()).packedForRule()
    var stepper = try Engine.bytes.makeStepper(for: pattern, options: EngineOptions())
    try stepper.advance(by: 12)
    #expect(stepper.population == 44)
    #expect(
      try stepper.snapshot().digest()
        == "fdb6d6557e8069040df51dccb321ac7e70585861f653e7259f5541a299f20abd")
  }

  @Test func `there are answers`() { #expect(Self.answers.count > 50) }

  @Test(arguments: answers)
  func `every engine gives the cells of other programs`(answer: Answer) throws {
    let pattern = try answer.pattern()
    #expect(pattern.rulestring == answer.rule)
    for engine in Engine.allCases {
      guard var stepper = try EngineLaws.stepper(engine, of: pattern) else { continue }
      try stepper.advance(by: answer.generation)
      #expect(stepper.population == answer.population, "\(engine)")
      let box = try #require(stepper.bounds)
      #expect([box.x, box.y, box.width, box.height] == answer.box, "\(engine)")
      #expect(try stepper.snapshot().digest() == answer.digest, "\(engine)")
    }
  }
}
