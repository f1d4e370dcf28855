/// A key with its modifiers.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A printable character; with `control`, the lowercase letter.
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package static func character(_ character: Character) -> Key { Key(.character(character)) }
  package static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
}

/// An action of the mouse at a character of the screen.
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, drag, release, move, scrollUp, scrollDown
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right, none
  }

  package var action: Action
  package var button: Button
  package var point: Point
  package var modifiers: Key.Modifiers

  package init(
    _ action: Action, _ button: Button, at point: Point, _ modifiers: Key.Modifiers = []
  ) {
    (self.action, self.button, self.point, self.modifiers) = (action, button, point, modifiers)
  }
}

/// Something that happened outside the program.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(Mouse)
  case paste(String)
  case focus(Bool)
  case resize(Size)
  /// A timer that an effect had set has expired; the time since the start of the runtime.
  case timer(String, Duration)
  /// The terminal has answered a query of the runtime.
  case answer(TerminalAnswer)
  /// The terminal shows pictures; the size of a character in pixels.
  case pictures(cell: Size)
}
