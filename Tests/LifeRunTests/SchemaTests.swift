import LifeCore
import LifeRender
import LifeReport
import Testing

@Suite struct SchemaTests {
  private struct Planet {
    var name: String
    var moons: Int?
    var box: Bounds?
    var notes: [String] = []
  }

  private static let schema = Schema<Planet>("life.planet/1") {
    Property("name", "its name") { $0.name }
    Property("moon_count", "its moons", { $0.moons }, text: { $0.counted("moon") })
    Property("box", "its place", holding: Bounds.schema) { $0.box }.orNull
    Property("notes", "what is known") { $0.notes }.withoutText
    Property(label: "note") { $0.notes }.labelingEachLine
    Property(label: "line") { $0.notes }
  }

  private static let table = ReportTable(
    schema,
    columns: [
      Column("name"), Column("moon_count", heading: "moons"), Column("box.width", heading: "width"),
    ])

  private static let earth = Planet(
    name: "Earth", moons: 1, box: Bounds(x: 1, y: 2, width: 3, height: 4), notes: ["a;b", "c"])
  private static let other = Planet(name: "x,\"\u{1b}\ny")

  @Test func `a member of a schema without a value is left out or null`() {
    #expect(
      Self.schema.json(of: Self.other).description
        == #"{"schema":"life.planet/1","name":"x,\"\u001b\ny","box":null,"notes":[]}"#)
  }

  @Test func `text of a schema has aligned labels, and leaves out what has no value`() {
    #expect(
      Self.schema.rows(of: Self.earth, width: 12) == """
          name        Earth
          moon count  1 moon
          box         3 × 4 at (1, 2)
          note        a;b
          note        c
          line        a;b
                      c

        """)
    #expect(Self.schema.rows(of: Self.other, indent: 0, width: 6) == "name  x,\"??y\n")
  }

  @Test func `CSV of a schema has every member, a table for people the chosen columns`() {
    #expect(
      Self.table.text([Self.earth, Self.other], as: .csv) == """
        name,moon_count,box,notes
        Earth,1,"{""x"":1,""y"":2,""width"":3,""height"":4}",a;b; c
        "x,""?
        y",,,

        """)
    #expect(
      Self.table.text([Self.earth, Self.other], as: nil) == """
        name   moons  width
        Earth  1 moon 3
        x,"??y

        """)
    #expect(
      Self.table.text([Self.earth], as: .markdown) == """
        | name | moons | width |
        | --- | --- | --- |
        | Earth | 1 moon | 3 |

        """)
  }

  @Test func `meanings in a schema include the members of objects`() {
    #expect(
      Self.schema.meanings.map(\.key) == [
        "name", "moon_count", "box", "box.x", "box.y", "box.width", "box.height", "notes",
      ])
    #expect(Self.schema.keys == ["schema", "name", "moon_count", "box", "notes"])
  }
}
