import Foundation
import Life

// Uses what the library offers as another package would: with variables of any integer type,
// cancelled tasks and coders. Each piece is checked by a condition that ends the program.

func expect(_ isMet: Bool, line: Int = #line) {
  guard isMet else { fatalError("the expectation of line \(line) is not met") }
}

// Big numbers: long literals, division, exact conversions, text in JSON.
let far: BigInt = 1_000_000_000_000_000_000_000_000_000_007
expect(far / 10 * 10 + far % 10 == far && -(-far) == far && Int(exactly: far) == nil)
try expect(JSONDecoder().decode(BigInt.self, from: JSONEncoder().encode(far)) == far)

// Patterns: by name, from text, from bytes of any sequence; edited, moved, merged, coded.
var glider = try Pattern(named: "glider")
glider.name = "mine"
glider.authors = ["me"]
glider.comments = ["a line"]
let parsed = try Pattern(parsing: "bo$2bo$3o!")
try expect(parsed.hasSameCells(as: glider) && parsed.contains(x: 1, y: 0))
try expect(Pattern(parsing: parsed.encoded(as: .rle).lazy.map { $0 }) == parsed)
try expect(JSONDecoder().decode(Pattern.self, from: JSONEncoder().encode(parsed)) == parsed)
expect(Set([parsed, parsed]).count == 1 && parsed.description.contains("3o!"))
try expect(parsed.cells().map(\.y).max() == 2 && parsed[1, 0] == 1)
let pair = try parsed.merging(
  parsed.transformed(by: .rotatedHalf).cropped(), at: Displacement(x: 40, y: -7))
expect(pair.population == 10)

// Rules, universes and engines.
expect(Rule(births: [3, 6], survivals: [2, 3]) == .highLife && Rule.life.births == [3])
try expect(Universe.torus(width: 64, height: 32).height == 32)
expect(Engine(named: "tiles") == .tiles && Theme(named: "fire") == .fire)

// Runs: by and to generations of any integer type, until a condition, with edits.
let automaton = try Automaton(parsed, limits: Limits(memory: 1 << 28))
let few: UInt8 = 4
let target = 100
try automaton.advance(by: few)
try automaton.advance(to: target)
expect(automaton.generation == target && few < automaton.generation)
let corner = (x: 1000, y: 1000)
try automaton.set((0..<3).map { Cell(x: corner.x + $0, y: corner.y) })
expect(automaton[corner.x, corner.y] == 1 && automaton.population == 8)
try expect(automaton.advance(until: .population(below: 9), atMost: 10))
var visited: [BigInt] = []
for try await generation in automaton.generations(every: 50, through: BigInt(target) + 100) {
  visited.append(generation)
}
expect(visited.last == 200)

// A task that is cancelled ends a long run with an error of that kind.
let task = Task {
  let endless = try Automaton(Pattern(named: "acorn"), engine: .reference)
  try endless.advance(by: 1_000_000_000)
}
task.cancel()
do {
  try await task.value
  fatalError("a cancelled task ends with an error")
} catch let error as LifeError {
  expect(error.kind == .cancelled)
}

// Answers, and the JSON that the command prints for them.
let answer = try Pattern(named: "pulsar").identify()
expect(answer.kind == .oscillator && answer.period == 3 && answer.cellPeriods != nil)
let coded = try JSONEncoder().encode(answer)
try expect(JSONDecoder().decode(Identification.self, from: coded) == answer)

// A census, in parts.
var soups = 0
for try await haul in Census(rule: .life, root: "tour").hauls(of: 0..<20) { soups = haul.soupCount }
expect(soups == 20 && Census(root: "tour").soup(3).population > 0)

// Pictures.
let options = ImageOptions(pixelsPerCell: 4, theme: .fire, title: "A glider")
try expect(automaton.image(as: .png, options: options).count > 100)
print("tour: all is there")
