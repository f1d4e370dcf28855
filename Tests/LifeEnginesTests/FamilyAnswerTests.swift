import Foundation
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Soups under rules of hexagons, triangles and weights, compared with the results of LifeViewer,
/// MCell and bgolly.
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

    init(_ fields: [Substring]) {
      let numbers = fields[1...6].map { BigInt(Int($0) ?? -1) }
      rule = String(fields[0])
      generation = numbers[0]
      population = numbers[1]
      box = Array(numbers[2...])
      digest = String(fields[7])
      soup = "#CXRLE Pos=\(fields[8]) Gen=0\n\(fields[9]), rule = \(rule)\n\(fields[10])\n"
    }

    func pattern() throws -> Pattern {
      try RLE.read(ByteReader(Array(soup.utf8), name: "in"), options: ReadOptions())
        .packedForRule()
    }
  }

  static let answers: [Answer] = {
    let file = Project.root.appending(path: "Tests/Answers/families.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().map { Answer($0.split(separator: "\t")) }
  }()

  @Test func `there are answers`() { #expect(Self.answers.count > 50) }

  @Test(arguments: answers)
  func `every engine gives the cells of other programs`(answer: Answer) throws {
    let pattern = try answer.pattern()
    #expect(pattern.rulestring == answer.rule)
    for engine in Engine.allCases {
      var stepper: any Stepper
      do {
        stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
      } catch is UnsupportedPattern {
        continue
      }
      try stepper.advance(by: answer.generation)
      #expect(stepper.population == answer.population, "\(engine)")
      let box = try #require(stepper.bounds)
      #expect([box.x, box.y, box.width, box.height] == answer.box, "\(engine)")
      #expect(try stepper.snapshot().digest() == answer.digest, "\(engine)")
    }
  }
}
