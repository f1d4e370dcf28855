// Former names, for programs that use them. A pattern of a `switch` needs the new ones.

public extension Picture {
  /// The former name of ``characterSize``.
  @available(*, deprecated, renamed: "characterSize")
  var cell: Size { characterSize }

  /// The former name of ``init(size:characterSize:indices:palette:)``.
  @available(*, deprecated, renamed: "init(size:characterSize:indices:palette:)")
  init(size: Size, cell: Size, indices: [UInt8], palette: [TerminalColor]) {
    self.init(size: size, characterSize: cell, indices: indices, palette: palette)
  }
}

public extension TerminalAnswer {
  /// The former name of ``characterSize(_:)``.
  @available(*, deprecated, renamed: "characterSize(_:)")
  static func cell(_ size: Size) -> TerminalAnswer { .characterSize(size) }
}

public extension TerminalEvent {
  /// The former name of ``pictures(characterSize:)``.
  @available(*, deprecated, renamed: "pictures(characterSize:)")
  static func pictures(cell: Size) -> TerminalEvent { .pictures(characterSize: cell) }
}

public extension Slider {
  /// The former name of ``knobStyle``.
  @available(*, deprecated, renamed: "knobStyle")
  var knob: Style {
    get { knobStyle }
    set { knobStyle = newValue }
  }

  /// The former name of ``init(_:style:knobStyle:)``.
  @available(*, deprecated, renamed: "init(_:style:knobStyle:)")
  init(_ value: Double, style: Style = .plain, knob: Style) {
    self.init(value, style: style, knobStyle: knob)
  }
}
