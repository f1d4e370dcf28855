/// A description of the screen: a tree of values, made anew for every state of the model.
/// ``Rendering`` lays it out.
///
/// ``Rendering/rect(of:)`` finds a view by its `key`. A view with a `message` sends it when
/// clicked.
public struct View<Message: Sendable>: Sendable {
  indirect enum Content: Sendable {
    case text([Line])
    case rows([View])
    case columns([View])
    case layers([View])
    case border(Line, Style, View)
    case centered(View)
    case canvas(Canvas)
    case picture(Picture)
    case slider(Slider)
    case list(ListView<Message>)
    case field(Field)
    case status(Line, Line)
  }

  let content: Content
  /// The identity of the view; `nil` if it has none.
  public private(set) var key: String?
  /// The message for a click on the view; `nil` for none.
  public private(set) var message: Message?
  private(set) var length = ViewLength.natural
  private(set) var background: Style?

  init(_ content: Content) { self.content = content }
}

/// The extent of a view along its stack.
enum ViewLength: Hashable, Sendable {
  /// As much as the content needs.
  case natural
  /// A number of rows or columns.
  case fixed(Int)
  /// An equal share of the remaining space.
  case flexible
}

public extension View {
  /// Lines of text from top to bottom.
  static func text(_ lines: [Line]) -> View { View(.text(lines)) }
  /// One line of text.
  static func text(_ line: Line) -> View { View(.text([line])) }
  /// Views from top to bottom.
  static func rows(_ views: [View]) -> View { View(.rows(views)) }
  /// Views from left to right.
  static func columns(_ views: [View]) -> View { View(.columns(views)) }
  /// Views on top of each other, the last one in front.
  static func layers(_ views: [View]) -> View { View(.layers(views)) }
  /// A view in a frame of lines with a title.
  static func border(_ title: Line, style: Style = .plain, around view: View) -> View {
    View(.border(title, style, view))
  }
  /// A view of its natural size in the middle of the space.
  static func centered(_ view: View) -> View { View(.centered(view)) }
  /// Characters drawn by the program.
  static func canvas(_ canvas: Canvas) -> View { View(.canvas(canvas)) }
  /// Pixels; invisible if they don't fit.
  static func picture(_ picture: Picture) -> View { View(.picture(picture)) }
  /// A bar with a knob, as wide as the space.
  static func slider(_ slider: Slider) -> View { View(.slider(slider)) }
  /// Rows, one of them selected, as high as the space.
  static func list(_ list: ListView<Message>) -> View { View(.list(list)).flexible }
  /// An editable line of text, with the cursor.
  static func field(_ field: Field) -> View { View(.field(field)) }
  /// One row with text at both ends. The left text is cut off if both don't fit.
  static func status(left: Line, right: Line) -> View { View(.status(left, right)) }
  /// A label that sends a message when clicked.
  static func button(_ label: Line, sends message: Message) -> View {
    View.text(label).sending(message)
  }
  /// Empty space: the rest of a stack.
  static var space: View { View(.text([])).flexible }

  /// The same view with an identity.
  func keyed(_ key: String) -> View { changed { $0.key = key } }
  /// The same view; it sends a message when clicked.
  func sending(_ message: Message) -> View { changed { $0.message = message } }
  /// The same view with a fixed number of rows or columns in its stack.
  func fixed(_ count: Int) -> View { changed { $0.length = .fixed(count) } }
  /// The same view with an equal share of the remaining space of its stack.
  var flexible: View { changed { $0.length = .flexible } }
  /// The same view on a background that fills its space.
  func filled(_ style: Style) -> View { changed { $0.background = style } }

  private func changed(_ change: (inout View) -> Void) -> View {
    var result = self
    change(&result)
    return result
  }
}

// MARK: - Messages

public extension View {
  /// The same view with other messages. It embeds a component with messages of its own:
  ///
  ///     .rows([.text("left"), counter.view(model.left).map { .left($0) }])
  ///
  /// - Parameter transform: turns the component's message into the program's.
  /// - Complexity: O(*n*) for *n* views and rows of lists.
  func map<Other>(_ transform: (Message) -> Other) -> View<Other> {
    var result = View<Other>(content.map(transform))
    result.key = key
    result.message = message.map(transform)
    result.length = length
    result.background = background
    return result
  }
}

extension View.Content {
  fileprivate func map<Other>(_ transform: (Message) -> Other) -> View<Other>.Content {
    switch self {
    case .text(let lines): .text(lines)
    case .rows(let views): .rows(views.map { $0.map(transform) })
    case .columns(let views): .columns(views.map { $0.map(transform) })
    case .layers(let views): .layers(views.map { $0.map(transform) })
    case .border(let title, let style, let view): .border(title, style, view.map(transform))
    case .centered(let view): .centered(view.map(transform))
    case .canvas(let canvas): .canvas(canvas)
    case .picture(let picture): .picture(picture)
    case .slider(let slider): .slider(slider)
    case .list(let list): .list(list.map(transform))
    case .field(let field): .field(field)
    case .status(let left, let right): .status(left, right)
    }
  }
}

extension ListView {
  fileprivate func map<Other>(_ transform: (Message) -> Other) -> ListView<Other> {
    let items = items.map { item in
      ListView<Other>.Item(key: item.key, line: item.line, message: item.message.map(transform))
    }
    return ListView<Other>(items, selected: selected, selectedStyle: selectedStyle)
  }
}

/// A rectangle of narrow characters, drawn by the program.
public struct Canvas: Hashable, Sendable {
  /// The size in characters.
  public let size: Size
  let cells: [ScreenCell]

  /// - Parameters:
  ///   - size: in characters.
  ///   - cells: row by row; no wide characters.
  public init(size: Size, cells: [ScreenCell]) {
    precondition(cells.count == size.width * size.height)
    self.size = size
    self.cells = cells
  }
}

/// A bar with a knob.
public struct Slider: Hashable, Sendable {
  /// The position of the knob, from 0 (left) to 1 (right).
  public var value: Double
  /// The style of the bar to the right of the knob.
  public var style: Style
  /// The style of the knob, and of the bar to its left.
  public var knobStyle: Style

  /// A slider with its knob at a value from 0 to 1.
  public init(_ value: Double, style: Style = .plain, knobStyle: Style = .plain) {
    self.value = value
    self.style = style
    self.knobStyle = knobStyle
  }

  /// The value of a click at a column of a slider.
  public static func value(at x: Int, in rect: Rect) -> Double {
    max(0, min(1, Double(x - rect.x) / Double(max(1, rect.width - 1))))
  }
}

/// Rows, one of them selected and always visible.
public struct ListView<Message: Sendable>: Sendable {
  /// A row of a list.
  public struct Item: Sendable {
    /// The identity of the item, unique in its list.
    public var key: String
    /// The text of the row.
    public var line: Line
    /// The message for a click on the row.
    public var message: Message?

    /// A row by its identity, its text and its message.
    public init(key: String, line: Line, message: Message? = nil) {
      self.key = key
      self.line = line
      self.message = message
    }
  }

  /// All rows; those around the selected one are visible.
  public var items: [Item]
  /// The key of the selected item.
  public var selected: String?
  /// The style of the selected row.
  public var selectedStyle: Style

  /// A list by its rows, the key of the selected one and its style.
  public init(_ items: [Item], selected: String?, selectedStyle: Style) {
    self.items = items
    self.selected = selected
    self.selectedStyle = selectedStyle
  }

  /// The first of `height` visible items. The selected one is in the middle if possible.
  func first(height: Int) -> Int {
    let index = items.firstIndex { $0.key == selected } ?? 0
    return max(0, min(index - height / 2, items.count - height))
  }
}

/// A piece of text in one style.
public struct Span: Hashable, Sendable {
  /// The text; control characters are shown as `?`.
  public var text: String
  /// Its colors and attributes.
  public var style: Style

  /// A piece of text in a style.
  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A line of text in any number of styles.
public struct Line: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The pieces, from left to right.
  public var spans: [Span]

  /// A line of pieces.
  public init(_ spans: [Span]) { self.spans = spans }
  /// A line in one style.
  public init(_ text: String, style: Style = .plain) { spans = [Span(text, style: style)] }
  /// A line in the plain style.
  public init(stringLiteral value: String) { self.init(value) }

  /// The number of columns of the text.
  public var width: Int { spans.reduce(0) { $0 + ScreenText.width($1.text) } }

  /// Two lines, one after the other.
  public static func + (left: Line, right: Line) -> Line { Line(left.spans + right.spans) }
}
