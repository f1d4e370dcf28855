import Foundation
import TestSupport
import Testing

/// Text from files, arguments and the environment must not reach a terminal as control sequences.
@Suite(.runsProgram) struct ControlCharacterTests {
  /// Each control as shells print it, and as the terminal would receive it.
  static let controls: [(octal: String, text: String)] = [
    ("\\033[31m", "\u{1b}"), ("\\007", "\u{7}"), ("\\302\\2331m", "\u{9b}"),
    ("\\342\\200\\256", "\u{202e}"), ("\\342\\201\\246", "\u{2066}"), ("\\n", "\nEVIL"),
  ]

  /// Commands that fail or warn, with `$x` for text with a control character.
  static let commands = [
    #"life info "no$x.rle""#, #"life run glider -n 1 -o "no$x/y.rle""#, #"life run glider -n "$x""#,
    #"life "$x""#, #"life run "--$x""#, #"life run glider "-$x""#,
    #"life run glider --engine "$x""#,
    #"life rule "foo$x""#, #"life rule "B3$x/S23""#, #"life rule "R5,C0$x""#,
    #"life run glider -n 1 --universe "T5$x""#, #"life run glider -n 1 --limit "$x=1""#,
    #"LIFE_LIMITS="$x=1" life run glider -n 1"#, #"LIFE_CPU="$x" life run glider -n 1"#,
    #"life run glider -n 1 --max-time "$x""#, #"life run glider -n 1 --to "$x""#,
    #"life run glider -n 1 --theme "$x" -o a.gif"#, #"life info file.rle"#,
    #"life info table.rle"#, #"life info body.rle"#, #"life info comment.rle"#,
    #"life info cells.cells"#, #"life resume "no$x""#, #"life convert glider "a$x.foo""#,
    #"life diff "no$x" glider"#, #"life check glider -n "$x""#,
  ]

  @Test(arguments: controls)
  func `messages quote control characters as question marks`(octal: String, text: String) throws {
    let shell = try Shell()
    let prepared = try shell.run(
      """
      x=$(printf '\(octal)EVIL')
      printf 'x = 1, y = 1, rule = %sfoo\\no!\\n' "$x" > file.rle
      printf 'x = 1, y = 1, rule = bar\\no!\\n' > table.rle
      printf '@RULE bar\\n@TABLE\\nn_states:%s\\n' "$x" > bar.rule
      printf 'x = 1, y = 1\\n%s!\\n' "$x" > body.rle
      printf '#N a%sb\\n#C c%sd\\nx = 1, y = 1\\no!\\n' "$x" "$x" > comment.rle
      printf '.%s\\n' "$x" > cells.cells
      """)
    #expect(prepared.status == 0, "\(prepared.errors)")
    for command in Self.commands {
      let result = try shell.run("x=$(printf '\(octal)EVIL'); export x; \(command)")
      for said in [result.text, result.errors] {
        #expect(!said.contains(text), "\(command): \(said)")
      }
      #expect(!(result.text + result.errors).isEmpty, "\(command)")
    }
  }

  @Test(
    .needs(.python3),
    arguments: [
      "life convert evil.rle -", "life run evil.rle -n 1 -q", "life run evil.rle -n 1 --to mc -q",
      "life census --from evil.rle --key - -o x.haul -q", "life info evil.rle",
      "life info evil.rle --json",
    ])
  func `text on a terminal has no control characters`(command: String) throws {
    let text = try inTerminal(
      command,
      setUp: """
        (printf '#N a\\033[31mb\\302\\2331m\\342\\200\\256\\n#C c\\033]0;t\\007\\n'
          printf 'x = 1, y = 1\\no!\\n') > evil.rle
        """
    ).text
    #expect(text.contains("31mb"), "\(text)")
    for control in ["\u{1b}", "\u{7}", "\u{9b}", "\u{202e}"] {
      #expect(!text.contains(control), "\(text)")
    }
  }

  @Test(.needs(.python3))
  func `files named after members of an archive have no control characters`() throws {
    let text = try run(
      """
      python3 - <<'END'
      import zipfile
      with zipfile.ZipFile('a.zip', 'w') as file:
          file.writestr('e\\x1b[31mvil\\n.rle', 'x = 1, y = 1\\no!\\n')
          file.writestr('f.rle', 'x = 1, y = 1\\no!\\n')
      END
      life convert a.zip --split --out-dir out -q; ls out
      """)
    #expect(text == "e_[31mvil_-1.rle\nf-1.rle\n", "\(text)")
  }
}
