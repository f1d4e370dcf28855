/// A key with its modifiers.
public struct Key: Hashable, Sendable {
  /// The key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A printable character; with `control`, the lowercase letter.
    case character(Character)
    /// Keys for editing text.
    case enter, escape, tab, backspace, delete, insert
    /// Keys for moving.
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F12, by its number.
    case function(Int)
  }

  /// The keys held down together with a key or a mouse button.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// A bit for each modifier, as terminals report it.
    public let rawValue: UInt8

    /// A set of modifiers from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The shift key, if the terminal reports it.
    public static let shift = Modifiers(rawValue: 1)
    /// The alt or option key.
    public static let alt = Modifiers(rawValue: 2)
    /// The control key.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key without its modifiers.
  public var code: Code
  /// The keys held down with it.
  public var modifiers: Modifiers

  /// A key with its modifiers.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A character without modifiers.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// A lowercase letter with the control key.
  public static func control(_ character: Character) -> Key {
    Key(.character(character), modifiers: .control)
  }
}
