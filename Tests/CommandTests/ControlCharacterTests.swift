import Foundation
import TestSupport
import Testing

/// Text from files, arguments and the environment must not reach a terminal as control sequences.
@Suite(.needsOptimization) struct ControlCharacterTests {
  static let controls = ["\u{1b}[31m", "\u{7}", "\u{9b}1m", "\u{202e}", "\u{2066}", "\n"]

  /// Commands that fail or warn, with `@` for text with a control character.
  static let commands = [
    "life info 'no@.rle'", "life run glider -n 1 -o 'no@/y.rle'", "life run glider -n '@'",
    "life '@'", "life run '--@'", "life run glider '-@'", "life run glider --engine '@'",
    "life rule 'foo@'", "life rule 'B3@/S23'", "life rule 'R5,C0@'",
    "life run glider -n 1 --universe 'T5@'", "life run glider -n 1 --limit '@=1'",
    "LIFE_LIMITS='@=1' life run glider -n 1",
    "life run glider -n 1 --max-time '@'", "life run glider -n 1 --to '@'",
    "life run glider -n 1 --theme '@' -o a.gif", "life info file.rle", "life info table.rle",
    "life info body.rle", "life info comment.rle", "life info cells.cells", "life resume 'no@'",
    "life convert glider 'a@.foo'", "life diff 'no@' glider", "life check glider -n '@'",
  ]

  @Test(.takesLong, arguments: controls)
  func `messages quote control characters as question marks`(control: String) async throws {
    let evil = control + "EVIL"
    let shell = try Shell()
    for (name, text) in [
      ("file.rle", "x = 1, y = 1, rule = \(evil)foo\no!\n"),
      ("table.rle", "x = 1, y = 1, rule = bar\no!\n"),
      ("bar.rule", "@RULE bar\n@TABLE\nn_states:\(evil)\n"),
      ("body.rle", "x = 1, y = 1\n\(evil)!\n"),
      ("comment.rle", "#N a\(evil)b\n#C c\(evil)d\nx = 1, y = 1\no!\n"),
      ("cells.cells", ".\(evil)\n"),
    ] { try Data(text.utf8).write(to: shell.folder.appending(path: name)) }
    // A process reads LIFE_CPU once.
    for commands in [Self.commands, ["LIFE_CPU='@' life run glider -n 1"]] {
      await #expect(processExitsWith: .success) {
        [
          commands = commands as [String], control = control as String,
          folder = shell.folder as URL
        ] in
        let evil = control + "EVIL"
        // A line break alone is part of every message.
        let sign = control == "\n" ? evil : String(control.prefix(1))
        let shell = ShellInProcess(folder)
        for command in commands {
          let result = try shell.run(command.replacing("@", with: evil))
          for said in [result.text, result.errors] {
            #expect(!said.contains(sign), "\(command): \(said)")
          }
          #expect(!(result.text + result.errors).isEmpty, "\(command)")
        }
      }
    }
  }

  @Test(
    .runsProgram, .needs(.python3),
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

  @Test(.takesLong, .needs(.python3))
  func `files named after members of an archive have no control characters`() async throws {
    let text = try await session(
      """
      python3 -c "import zipfile
      with zipfile.ZipFile('a.zip', 'w') as file:
          file.writestr('e\\x1b[31mvil\\n.rle', 'x = 1, y = 1\\no!\\n')
          file.writestr('f.rle', 'x = 1, y = 1\\no!\\n')"
      life convert a.zip --split --out-dir out -q; ls out
      """)
    #expect(text == "e_[31mvil_-1.rle\nf-1.rle\n", "\(text)")
  }
}
