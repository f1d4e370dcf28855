import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

@Suite struct FormatCheckTests {
  /// The complaint. Returns `nil` if nothing is lost.
  private func complaint(_ format: Format, about pattern: Pattern) -> String? {
    do throws(WriteError) {
      try format.check(pattern)
      return nil
    } catch {
      return "\(error.message)"
    }
  }

  private func pattern(_ rulestring: String, generation: BigInt = 0) throws -> Pattern {
    var pattern = try Art.pattern("OO", under: rulestring)
    pattern.generation = generation
    return pattern
  }

  private func formats(holding needs: FormatCapabilities) -> String {
    Format.writable.filter { $0.type.capabilities.isSuperset(of: needs) }.map(\.rawValue)
      .joined(separator: ", ")
  }

  @Test(arguments: Format.writable)
  func `a Life pattern on the plane is never refused`(format: Format) throws {
    var pattern = try pattern("B3/S23", generation: 7)
    pattern.statedPosition = Position(x: 5, y: -3)
    pattern.notes = [.init(.name, text: []), .init(.trailer, text: [])]
    #expect(complaint(format, about: pattern) == nil)
    #expect(complaint(format, about: Pattern(cells: .none)) == nil)
  }

  @Test(arguments: Format.writable)
  func `notes with line ends give a valid file`(format: Format) throws {
    var pattern = try pattern("B3/S23")
    pattern.notes = [Pattern.NoteKind.name, .author, .comment, .trailer].map {
      Pattern.Note($0, text: Array("\nName: one\ntwo\r\n\n3 o$!\0\r".utf8))
    }
    pattern.notes.append(.init(.trailer, text: Array("\n ".utf8)))
    let bytes = try written(pattern, as: format)
    let again = try read(bytes)
    #expect(again.population == 2)
    #expect(try written(again, as: format) == bytes)
  }

  @Test(arguments: Format.writable)
  func `a rule that the format cannot hold is refused`(format: Format) async throws {
    try await forEachCase(of: ["B36/S23", "B/S", "B0/S8", "B0/S"]) { rule in
      let expected =
        "\(format.rawValue) cannot hold the rule \(rule); \(formats(holding: [.rule])) can"
      let isHeld = format.type.capabilities.contains(.rule)
      let pattern = try pattern(rule)
      #expect(complaint(format, about: pattern) == (isHeld ? nil : expected))
    }
  }

  @Test(arguments: Format.writable)
  func `a universe that the format cannot hold is refused`(format: Format) throws {
    for universe in ["T100,50", "P64,64", "T0,20"] {
      let expected =
        "\(format.rawValue) cannot hold the universe \(universe); \(formats(holding: [.universe])) "
        + "can"
      let isHeld = format.type.capabilities.contains(.universe)
      #expect(
        complaint(format, about: try pattern("B3/S23:" + universe)) == (isHeld ? nil : expected))
    }
  }

  @Test(arguments: Format.writable)
  func `an odd generation on which the rule depends is refused`(format: Format) async throws {
    try await forEachCase(of: [1, .powerOfTwo(90) + 1] as [BigInt]) { generation in
      let capabilities = format.type.capabilities
      let expected =
        "\(format.rawValue) cannot hold the generation \(generation), on which this rule depends; "
        + "\(formats(holding: [.rule, .generation])) can, or run it to a multiple of 2"
      let odd = try pattern("B0/S", generation: generation)
      if capabilities.isSuperset(of: [.rule, .generation]) {
        #expect(complaint(format, about: odd) == nil)
      } else if capabilities.contains(.rule) {
        #expect(complaint(format, about: odd) == expected)
      }
      // Rules with the same meaning in every generation need no generation.
      let isHeld = capabilities.contains(.rule)
      #expect(
        (complaint(format, about: try pattern("B0/S8", generation: generation)) == nil) == isHeld)
      #expect(
        (complaint(format, about: try pattern("B0/S", generation: generation + 1)) == nil) == isHeld
      )
    }
  }

  @Test(arguments: Format.writable)
  func `the error names formats that can hold the pattern`(format: Format) throws {
    let needs: FormatCapabilities = [.rule, .universe]
    guard let message = complaint(format, about: try pattern("B36/S23:T9,9")) else {
      return #expect(format.type.capabilities.isSuperset(of: needs))
    }
    #expect(message.hasSuffix("; \(formats(holding: needs)) can"))
  }
}
