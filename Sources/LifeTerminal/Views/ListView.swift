/// Rows of which one is selected; the rows around it are visible.
public struct ListView<Message: Sendable>: Sendable {
  /// A row of a list.
  public struct Item: Sendable {
    /// The identity of the item, unique in its list.
    public var key: String
    /// The text of the row.
    public var line: Line
    /// What a click on the row sends.
    public var message: Message?

    /// A row by its identity, its text and its message.
    public init(key: String, line: Line, message: Message? = nil) {
      self.key = key
      self.line = line
      self.message = message
    }
  }

  /// All rows, of which those around the selected one are shown.
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

  /// The first visible item if `height` rows are visible: the selected one is in the middle.
  func first(height: Int) -> Int {
    let index = items.firstIndex { $0.key == selected } ?? 0
    return max(0, min(index - height / 2, items.count - height))
  }
}
