import Foundation
import TestSupport
import Testing

/// Inputs that a file lists, divided among processes.
@Suite struct InputListTests {
  private static let files = """
    for name in glider block toad lwss beacon; do life convert $name $name.rle; done
    ls ?*.rle > list

    """

  @Test func `the parts of a list add up to the list`() throws {
    let text = try run(
      Self.files + """
        life identify --files-from list --json > all
        for n in 1 2 3 7; do
          for i in $(seq $n); do
            life identify --files-from list --shard $i/$n --json -q
          done > parts
          cmp parts all && echo same
        done
        life apgcode --files-from - glider < list
        life info --files-from list --json | wc -l
        """)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(4) == ["same", "same", "same", "same"])
    #expect(
      lines.dropFirst(4).map { $0.filter { $0 != " " } }
        == ["xq4_153", "xp2_318c", "xs4_33", "xq4_153", "xq4_6frc", "xp2_7e", "5"])
  }

  @Test func `lists without end are refused at the limit of what is read at once`() throws {
    let text = try run(
      """
      life identify --files-from /dev/zero --limit line=1M 2> errors; echo $?
      yes glider | life info --files-from - --limit line=1M 2>> errors; echo $?
      LIFE_LIMITS=line=1M life census merge --files-from /dev/zero 2>> errors; echo $?
      grep -c 'limit line=N allows more' errors
      """)
    #expect(
      text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["75", "75", "75", "3"],
      "\(text)")
  }

  @Test func `the processes of an array write a file for each input`() throws {
    let text = try run(
      Self.files + """
        for i in 0 1 2; do
          AWS_BATCH_JOB_ARRAY_INDEX=$i life run --files-from list -n 8 --out-dir results \\
            --shard auto/3 2>&1 >/dev/null | grep part
        done
        for jobs in 1 4; do
          life run --files-from - -n 8 --out-dir $jobs --jobs $jobs -q < list
        done
        life convert --files-from list --out-dir cells --to cells --shard 2/2 -q
        diff -r results 1 && diff -r 1 4 && ls 1 | wc -l; ls cells
        """)
    let lines = text.split(separator: "\n").map { String($0.filter { $0 != " " }) }
    let variable = "(AWS_BATCH_JOB_ARRAY_INDEX)"
    #expect(
      lines == [
        "life:part1of3\(variable):1of5inputs", "life:part2of3\(variable):2of5inputs",
        "life:part3of3\(variable):2of5inputs", "5", "glider.cells", "lwss.cells", "toad.cells",
      ])
  }
}
