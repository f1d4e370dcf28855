import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct FormatCheckTests {
  /// The complaint, or nil if nothing is lost.
  private func complaint(_ format: Format, _ pattern: Pattern) -> String? {
    do throws(WriteError) {
      try format.check(pattern)
      return nil
    } catch {
      return error.message
    }
  }

  private func pattern(_ rulestring: String, generation: BigInt = 0) throws -> Pattern {
    let parsed = try RuleAndUniverse(parsing: rulestring.utf8)
    var pattern = Pattern(cells: Art.cells("OO"))
    pattern.statedRule = parsed.rule
    pattern.universe = parsed.universe ?? .plane
    pattern.generation = generation
    return pattern
  }

  private func formats(holding needs: Holding) -> String {
    Format.written.filter { $0.type.holds.isSuperset(of: needs) }.map(\.rawValue)
      .joined(separator: ", ")
  }

  @Test(arguments: Format.written)
  func `what every format holds is never refused`(format: Format) throws {
    var pattern = try pattern("B3/S23", generation: 7)
    pattern.position = Position(x: 5, y: -3)
    pattern.notes = [.init(.name, []), .init(.trailer, [])]
    #expect(complaint(format, pattern) == nil)
    #expect(complaint(format, Pattern(cells: .none)) == nil)
  }

  @Test(arguments: Format.written)
  func `notes of many lines leave a file that is read`(format: Format) throws {
    var pattern = try pattern("B3/S23")
    pattern.notes = [Pattern.NoteKind.name, .author, .comment, .trailer].map {
      Pattern.Note($0, Array("\nName: one\ntwo\r\n\n3 o$!\0\r".utf8))
    }
    pattern.notes.append(.init(.trailer, Array("\n ".utf8)))
    let bytes = try written(pattern, as: format)
    let again = try Format.read(ByteReader(bytes, name: "again"), ReadOptions()).pattern
    #expect(again.population == 2)
    #expect(try written(again, as: format) == bytes)
  }

  @Test(arguments: Format.written, ["B36/S23", "B/S", "B0/S8", "B0/S"])
  func `a rule is not lost`(format: Format, rule: String) throws {
    let expected =
      "\(format.rawValue) cannot hold the rule \(rule); \(formats(holding: .rule)) can, "
      + "or drop it with --rule B3/S23"
    let isHeld = format.type.holds.contains(.rule)
    #expect(complaint(format, try pattern(rule)) == (isHeld ? nil : expected))
  }

  @Test(arguments: Format.written, ["T100,50", "P64,64", "T0,20"])
  func `a universe is not lost`(format: Format, universe: String) throws {
    let expected =
      "\(format.rawValue) cannot hold the universe \(universe); \(formats(holding: .universe)) "
      + "can, or drop it with --universe plane"
    let isHeld = format.type.holds.contains(.universe)
    #expect(complaint(format, try pattern("B3/S23:" + universe)) == (isHeld ? nil : expected))
  }

  @Test(arguments: Format.written, [1, .powerOfTwo(90) + 1] as [BigInt])
  func `a parity on which the rule depends is not lost`(
    format: Format, generation: BigInt
  ) throws {
    let holds = format.type.holds
    let expected =
      "\(format.rawValue) cannot hold the odd generation, on which this rule depends; "
      + "\(formats(holding: [.rule, .generation])) can, or run it to an even one"
    let odd = try pattern("B0/S", generation: generation)
    if holds.isSuperset(of: [.rule, .generation]) {
      #expect(complaint(format, odd) == nil)
    } else if holds.contains(.rule) {
      #expect(complaint(format, odd) == expected)
    }
    // What every generation means alike needs no parity.
    let isHeld = holds.contains(.rule)
    #expect((complaint(format, try pattern("B0/S8", generation: generation)) == nil) == isHeld)
    #expect((complaint(format, try pattern("B0/S", generation: generation + 1)) == nil) == isHeld)
  }

  @Test(arguments: Format.written)
  func `the formats that are named hold everything`(format: Format) throws {
    let needs: Holding = [.rule, .universe]
    guard let message = complaint(format, try pattern("B36/S23:T9,9")) else {
      return #expect(format.type.holds.isSuperset(of: needs))
    }
    #expect(message.contains("; \(formats(holding: needs)) can, or drop it with --"))
  }
}
