/// A piece of text in one style.
package struct Span: Hashable, Sendable {
  package var text: String
  package var style: Style

  package init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A line of text in any number of styles.
package struct Line: Hashable, Sendable, ExpressibleByStringLiteral {
  package var spans: [Span]

  package init(_ spans: [Span]) { self.spans = spans }
  package init(_ text: String, _ style: Style = .plain) { spans = [Span(text, style)] }
  package init(stringLiteral value: String) { self.init(value) }

  /// In columns.
  package var width: Int { spans.reduce(0) { $0 + ScreenText.width($1.text) } }

  package static func + (left: Line, right: Line) -> Line { Line(left.spans + right.spans) }
}

/// A description of what is on the screen: a tree of values, made anew for every state of the
/// model. ``Rendering`` lays it out.
///
/// A view with a `key` has an identity: its place can be found in the rendering. A view with a
/// `message` sends it when it is clicked.
package struct View<Message: Sendable>: Sendable {
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

  /// The extent of a view in the direction of its stack.
  package enum Length: Hashable, Sendable {
    /// As much as the content needs.
    case natural
    case fixed(Int)
    /// A share of what the other views leave.
    case flexible
  }

  let content: Content
  package private(set) var key: String?
  package private(set) var message: Message?
  private(set) var length = Length.natural
  private(set) var background: Style?

  init(_ content: Content) { self.content = content }
}

package extension View {
  static func text(_ lines: [Line]) -> View { View(.text(lines)) }
  static func text(_ line: Line) -> View { View(.text([line])) }
  /// Views from top to bottom.
  static func rows(_ views: [View]) -> View { View(.rows(views)) }
  /// Views from left to right.
  static func columns(_ views: [View]) -> View { View(.columns(views)) }
  /// Views on top of each other, the last one in front.
  static func layers(_ views: [View]) -> View { View(.layers(views)) }
  /// A view in a frame of lines with a title.
  static func border(_ title: Line, _ style: Style = .plain, _ view: View) -> View {
    View(.border(title, style, view))
  }
  /// A view of its natural size in the middle of the space.
  static func centered(_ view: View) -> View { View(.centered(view)) }
  static func canvas(_ canvas: Canvas) -> View { View(.canvas(canvas)) }
  /// Pixels, of which nothing is seen if they do not fit.
  static func picture(_ picture: Picture) -> View { View(.picture(picture)) }
  static func slider(_ slider: Slider) -> View { View(.slider(slider)) }
  static func list(_ list: ListView<Message>) -> View { View(.list(list)).flexible }
  static func field(_ field: Field) -> View { View(.field(field)) }
  /// One row with text at both ends; the left text is cut off if both do not fit.
  static func status(_ left: Line, _ right: Line) -> View { View(.status(left, right)) }
  /// A label that sends a message when it is clicked.
  static func button(_ label: Line, _ message: Message) -> View {
    View.text(label).sending(message)
  }
  static var space: View { View(.text([])).flexible }

  func keyed(_ key: String) -> View { changed { $0.key = key } }
  func sending(_ message: Message) -> View { changed { $0.message = message } }
  func fixed(_ count: Int) -> View { changed { $0.length = .fixed(count) } }
  var flexible: View { changed { $0.length = .flexible } }
  /// Fills the space of the view before it is drawn.
  func filled(_ style: Style) -> View { changed { $0.background = style } }

  private func changed(_ change: (inout View) -> Void) -> View {
    var result = self
    change(&result)
    return result
  }
}

/// A picture of narrow characters, drawn by the program.
package struct Canvas: Hashable, Sendable {
  package let size: Size
  let cells: [ScreenCell]

  /// - Parameter cells: row by row; no wide characters.
  package init(_ size: Size, _ cells: [ScreenCell]) {
    precondition(cells.count == size.width * size.height)
    self.size = size
    self.cells = cells
  }
}

/// A bar with a knob.
package struct Slider: Hashable, Sendable {
  /// From 0 (left) to 1 (right).
  package var value: Double
  package var style: Style
  package var knob: Style

  package init(_ value: Double, _ style: Style = .plain, knob: Style = .plain) {
    (self.value, self.style, self.knob) = (value, style, knob)
  }

  /// The value of a click at a column of a slider.
  package static func value(at x: Int, in rect: Rect) -> Double {
    max(0, min(1, Double(x - rect.x) / Double(max(1, rect.width - 1))))
  }
}

/// Rows of which one is selected; the rows around it are visible.
package struct ListView<Message: Sendable>: Sendable {
  package struct Item: Sendable {
    /// The identity of the item, unique in its list.
    package var key: String
    package var line: Line
    package var message: Message?

    package init(_ key: String, _ line: Line, _ message: Message? = nil) {
      (self.key, self.line, self.message) = (key, line, message)
    }
  }

  package var items: [Item]
  /// The key of the selected item.
  package var selected: String?
  package var selectedStyle: Style

  package init(_ items: [Item], selected: String?, _ selectedStyle: Style) {
    (self.items, self.selected, self.selectedStyle) = (items, selected, selectedStyle)
  }

  /// The first visible item if `height` rows are visible: the selected one is in the middle.
  func first(height: Int) -> Int {
    let index = items.firstIndex { $0.key == selected } ?? 0
    return max(0, min(index - height / 2, items.count - height))
  }
}
