/// A description of what is on the screen: a tree of values, made anew for every state of the
/// model. ``Rendering`` lays it out.
///
/// A view with a `key` has an identity: its place can be found in the rendering. A view with a
/// `message` sends it when it is clicked.
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

  /// The extent of a view in the direction of its stack.
  enum Length: Hashable, Sendable {
    /// As much as the content needs.
    case natural
    /// A number of rows or columns.
    case fixed(Int)
    /// A share of what the other views leave.
    case flexible
  }

  let content: Content
  /// The identity of the view; nil if it has none.
  public private(set) var key: String?
  /// What a click on the view sends; nil for nothing.
  public private(set) var message: Message?
  private(set) var length = Length.natural
  private(set) var background: Style?

  init(_ content: Content) { self.content = content }
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
  /// Characters that the program draws.
  static func canvas(_ canvas: Canvas) -> View { View(.canvas(canvas)) }
  /// Pixels, of which nothing is seen if they do not fit.
  static func picture(_ picture: Picture) -> View { View(.picture(picture)) }
  /// A bar with a knob, in the width that there is.
  static func slider(_ slider: Slider) -> View { View(.slider(slider)) }
  /// Rows of which one is selected, in the height that there is.
  static func list(_ list: ListView<Message>) -> View { View(.list(list)).flexible }
  /// A line of text that is typed, with the cursor.
  static func field(_ field: Field) -> View { View(.field(field)) }
  /// One row with text at both ends; the left text is cut off if both do not fit.
  static func status(left: Line, right: Line) -> View { View(.status(left, right)) }
  /// A label that sends a message when it is clicked.
  static func button(_ label: Line, sends message: Message) -> View {
    View.text(label).sending(message)
  }
  /// What is left of a stack.
  static var space: View { View(.text([])).flexible }

  /// The same view with an identity.
  func keyed(_ key: String) -> View { changed { $0.key = key } }
  /// The same view, which sends a message when it is clicked.
  func sending(_ message: Message) -> View { changed { $0.message = message } }
  /// The same view with a fixed number of rows or columns in its stack.
  func fixed(_ count: Int) -> View { changed { $0.length = .fixed(count) } }
  /// The same view with a share of what the other views of its stack leave.
  var flexible: View { changed { $0.length = .flexible } }
  /// Fills the space of the view before it is drawn.
  func filled(_ style: Style) -> View { changed { $0.background = style } }

  private func changed(_ change: (inout View) -> Void) -> View {
    var result = self
    change(&result)
    return result
  }
}
