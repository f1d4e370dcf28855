/// One character of a screen.
public struct ScreenCell: Hashable, Sendable {
  /// The Unicode scalar, or a mark: 0 for the right half of a wide character, 1 for a picture, 2 if
  /// unknown.
  public private(set) var scalar: UInt32
  /// The colors and attributes.
  public var style: Style

  /// A narrow character; by default a space.
  public init(_ scalar: Unicode.Scalar = " ", style: Style = .plain) {
    self.scalar = scalar.value
    self.style = style
  }

  private init(mark: UInt32, style: Style) {
    scalar = mark
    self.style = style
  }

  static func rightHalf(style: Style) -> ScreenCell {
    ScreenCell(mark: rightHalfMark, style: style)
  }

  /// A space that shows the picture behind it.
  static let picture = ScreenCell(mark: pictureMark, style: .plain)
  /// An unknown character: a picture was drawn over it.
  static let unknown = ScreenCell(mark: 2, style: .plain)

  /// Whether the picture behind it is visible.
  public var isPicture: Bool { scalar == Self.pictureMark }

  /// Whether the character is the right half of the wide one before it.
  var isRightHalf: Bool { scalar == Self.rightHalfMark }

  private static let rightHalfMark: UInt32 = 0
  private static let pictureMark: UInt32 = 1
}
