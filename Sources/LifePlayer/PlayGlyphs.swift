internal import LifeArguments
import LifeTerminal

/// The characters of the board.
package enum PlayGlyphs: String, Choice, CaseIterable {
  /// Two pixels per character.
  case half
  /// Eight pixels per character, in one color.
  case braille
  /// Two by three pixels per character, in one color.
  case sextant
  /// One pixel per character.
  case ascii
  /// A picture with all pixels of the terminal.
  case pixels

  /// The pixels of a character; those of a picture depend on the terminal.
  func pixels(of cell: Size?) -> (width: Int, height: Int) {
    switch self {
    case .half: (1, 2)
    case .braille: (2, 4)
    case .sextant: (2, 3)
    case .ascii: (1, 1)
    case .pixels: cell.map { ($0.width, $0.height) } ?? (1, 2)
    }
  }
}
