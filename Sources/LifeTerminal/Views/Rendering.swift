/// A view laid out on a screen, with the places of all views with a key or a message.
public struct Rendering<Message: Sendable>: Sendable {
  /// The place of a view with a key or a message.
  public struct Region: Sendable {
    /// The rectangle of the view, in characters.
    public var rect: Rect
    /// The identity of the view.
    public var key: String?
    /// The message for a click on the view.
    public var message: Message?
  }

  /// The characters.
  public private(set) var screen: Screen
  /// The place of the text cursor; `nil` without a field.
  public private(set) var cursor: Point?
  /// The pictures behind the characters.
  public private(set) var pictures: [PlacedPicture] = []
  /// The places of views, back to front.
  public private(set) var regions: [Region] = []

  /// Lays out a view on a screen.
  ///
  /// - Complexity: O(*n*) in the characters of the screen and the views.
  public init(of view: View<Message>, size: Size) {
    screen = Screen(size)
    draw(view, in: screen.bounds)
  }

  /// The front view at a place.
  public func region(at point: Point) -> Region? { regions.last { $0.rect.contains(point) } }

  /// The place of the view with a key.
  public func rect(of key: String) -> Rect? { regions.last { $0.key == key }?.rect }
}

// MARK: - Layout

extension Rendering {
  private mutating func draw(_ view: View<Message>, in rect: Rect) {
    let rect = rect.intersection(screen.bounds)
    guard !rect.isEmpty else { return }
    if let style = view.background { screen.fill(rect, with: style) }
    if view.key != nil || view.message != nil {
      regions.append(Region(rect: rect, key: view.key, message: view.message))
    }
    switch view.content {
    case .text(let lines):
      for (index, line) in lines.prefix(rect.height).enumerated() {
        draw(line, in: Rect(x: rect.x, y: rect.y + index, width: rect.width, height: 1))
      }
    case .rows(let views): drawStack(views, in: rect, isVertical: true)
    case .columns(let views): drawStack(views, in: rect, isVertical: false)
    case .layers(let views): for view in views { draw(view, in: rect) }
    case .border(let title, let style, let inner):
      drawBorder(title, style: style, in: rect)
      draw(inner, in: rect.inset(by: 1))
    case .centered(let inner):
      let size = inner.size(in: Size(width: rect.width, height: rect.height))
      let width = min(size.width, rect.width)
      let height = min(size.height, rect.height)
      draw(
        inner,
        in: Rect(
          x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2,
          width: width, height: height))
    case .canvas(let canvas): draw(canvas, in: rect)
    case .picture(let picture): draw(picture, in: rect)
    case .slider(let slider): draw(slider, in: rect)
    case .list(let list): draw(list, in: rect)
    case .field(let field): draw(field, in: rect)
    case .status(let left, let right):
      let width = min(right.width, rect.width)
      draw(right, in: Rect(x: rect.endX - width, y: rect.y, width: width, height: 1))
      draw(left, in: Rect(x: rect.x, y: rect.y, width: rect.width - width - 1, height: 1))
    }
  }

  private mutating func drawStack(_ views: [View<Message>], in rect: Rect, isVertical: Bool) {
    let space = Size(width: rect.width, height: rect.height)
    let total = isVertical ? rect.height : rect.width
    var lengths = views.map { view -> Int? in
      switch view.length {
      case .fixed(let count): return count
      case .flexible: return nil
      case .natural:
        let size = view.size(in: space)
        return isVertical ? size.height : size.width
      }
    }
    var left = max(0, total - lengths.reduce(0) { $0 + ($1 ?? 0) })
    var shares = lengths.count { $0 == nil }
    for index in lengths.indices where lengths[index] == nil {
      lengths[index] = left / shares
      left -= left / shares
      shares -= 1
    }
    var start = 0
    for (view, length) in zip(views, lengths) {
      let length = min(length ?? 0, total - start)
      draw(
        view,
        in: isVertical
          ? Rect(x: rect.x, y: rect.y + start, width: rect.width, height: length)
          : Rect(x: rect.x + start, y: rect.y, width: length, height: rect.height))
      start += length
    }
  }
}

extension View {
  /// The natural size of a view in a space.
  func size(in space: Size) -> Size {
    switch content {
    case .text(let lines):
      return Size(width: lines.map(\.width).max() ?? 0, height: lines.count)
    case .rows(let views): return stackSize(of: views, in: space, isVertical: true)
    case .columns(let views): return stackSize(of: views, in: space, isVertical: false)
    case .layers(let views):
      let sizes = views.map { $0.size(in: space) }
      return Size(
        width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    case .border(_, _, let inner):
      let size = inner.size(in: Size(width: space.width - 2, height: space.height - 2))
      return Size(width: size.width + 2, height: size.height + 2)
    case .centered: return space
    case .canvas(let canvas): return canvas.size
    case .picture(let picture): return picture.size
    case .slider, .field, .status: return Size(width: space.width, height: 1)
    case .list(let list): return Size(width: space.width, height: list.items.count)
    }
  }

  private func stackSize(of views: [View], in space: Size, isVertical: Bool) -> Size {
    var along = 0
    var across = 0
    for view in views {
      let size = view.size(in: space)
      across = max(across, isVertical ? size.width : size.height)
      switch view.length {
      case .fixed(let count): along += count
      case .natural, .flexible: along += isVertical ? size.height : size.width
      }
    }
    return isVertical
      ? Size(width: across, height: along) : Size(width: along, height: across)
  }
}

// MARK: - Widgets

extension Rendering {
  private mutating func draw(_ line: Line, in rect: Rect) {
    var rect = rect
    for span in line.spans {
      let used = screen.write(
        ScreenText.fitted(span.text, to: rect.width), in: rect, style: span.style)
      rect = Rect(x: rect.x + used, y: rect.y, width: rect.width - used, height: rect.height)
    }
  }

  private mutating func drawBorder(_ title: Line, style: Style, in rect: Rect) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let right = rect.endX - 1
    let bottom = rect.endY - 1
    for x in rect.x + 1..<max(rect.x + 1, right) {
      screen.set(x: x, y: rect.y, to: "─", style: style)
      screen.set(x: x, y: bottom, to: "─", style: style)
    }
    for y in rect.y + 1..<max(rect.y + 1, bottom) {
      screen.set(x: rect.x, y: y, to: "│", style: style)
      screen.set(x: right, y: y, to: "│", style: style)
    }
    screen.set(x: rect.x, y: rect.y, to: "╭", style: style)
    screen.set(x: right, y: rect.y, to: "╮", style: style)
    screen.set(x: rect.x, y: bottom, to: "╰", style: style)
    screen.set(x: right, y: bottom, to: "╯", style: style)
    guard title.width > 0 else { return }
    let label = Line(" ", style: style) + title + Line(" ", style: style)
    draw(label, in: Rect(x: rect.x + 2, y: rect.y, width: rect.width - 3, height: 1))
  }

  private mutating func draw(_ canvas: Canvas, in rect: Rect) {
    let width = min(canvas.size.width, rect.width)
    for y in 0..<min(canvas.size.height, rect.height) {
      let start = y * canvas.size.width
      screen.setRow(y: rect.y + y, from: rect.x, to: canvas.cells[start..<start + width])
    }
  }

  private mutating func draw(_ picture: Picture, in rect: Rect) {
    let width = picture.size.width
    let height = picture.size.height
    guard width <= rect.width, height <= rect.height, width > 0, height > 0 else { return }
    pictures.append(PlacedPicture(picture: picture, place: Point(x: rect.x, y: rect.y)))
    for y in rect.y..<rect.y + height {
      for x in rect.x..<rect.x + width { screen.showPicture(x: x, y: y) }
    }
  }

  private mutating func draw(_ slider: Slider, in rect: Rect) {
    let value = max(0, min(1, slider.value))
    let knob = Int((value * Double(rect.width - 1)).rounded())
    for x in 0..<rect.width {
      let line: Unicode.Scalar = x < knob ? "━" : "─"
      let scalar = x == knob ? "●" : line
      screen.set(
        x: rect.x + x, y: rect.y, to: scalar, style: x <= knob ? slider.knobStyle : slider.style)
    }
  }

  private mutating func draw(_ list: ListView<Message>, in rect: Rect) {
    let first = list.first(height: rect.height)
    for (row, item) in list.items.dropFirst(first).prefix(rect.height).enumerated() {
      let place = Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1)
      draw(item.line, in: place)
      if item.key == list.selected { screen.restyle(place, to: list.selectedStyle) }
      regions.append(Region(rect: place, key: item.key, message: item.message))
    }
  }

  /// Draws a field and scrolls its text so the cursor is visible.
  private mutating func draw(_ field: Field, in rect: Rect) {
    draw(field.label, in: rect)
    let used = min(field.label.width, rect.width)
    let space = Rect(x: rect.x + used, y: rect.y, width: rect.width - used, height: 1)
    guard space.width > 0 else { return }
    var start = field.cursor
    var before = 0
    while start > 0 {
      let width = ScreenText.width(String(field.text[start - 1]))
      guard before + width < space.width else { break }
      before += width
      start -= 1
    }
    if field.text.isEmpty {
      screen.write(field.hint, in: space, style: field.style.with(.dim))
    } else {
      screen.write(String(field.text[start...]), in: space, style: field.style)
    }
    cursor = Point(x: space.x + before, y: space.y)
  }
}
