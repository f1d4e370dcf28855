/// Turns screens into terminal output. Each patch contains only the differences from the screen
/// before.
///
/// Law: a terminal with the old screen shows the new one after the patch. An equal screen gives no
/// bytes.
package struct ScreenEncoder: Sendable {
  package var depth: ColorDepth
  /// Whether the terminal draws a patch at once if it's marked as one update (mode 2026).
  package var isSynchronized = false
  /// How the terminal shows pictures; `nil` if it doesn't.
  package var pictureProtocol: PictureProtocol?
  /// Encodes pixels as a PNG file; `nil` without pictures.
  package var encodePNG: (@Sendable (PictureTile) -> [UInt8])?

  private var shown: Screen?
  var shownPictures: [PlacedPicture] = []
  /// The place of the cursor; `nil` if uncertain, for example after the last column.
  var position: Point?
  private var pen: Style?
  /// The place of the cursor when it was last shown.
  private var lastCursor: Point?
  private var isCursorVisible: Bool?
  var bytes: [UInt8] = []

  package init(depth: ColorDepth) { self.depth = depth }

  /// Forgets the contents of the terminal, so the next patch draws everything.
  package mutating func forget() {
    shown = nil
    position = nil
    pen = nil
    isCursorVisible = nil
  }

  /// The bytes to turn the last screen into this one.
  ///
  /// - Parameters:
  ///   - pictures: the pictures behind the screen's transparent characters.
  ///   - cursor: the place of the visible cursor; `nil` to hide it.
  /// - Complexity: O(*n*) in the characters of the screen and the pixels of the pictures.
  package mutating func patch(
    to screen: Screen, pictures: [PlacedPicture] = [], cursor: Point? = nil
  ) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    let isNew = shown?.size != screen.size
    if isNew {
      pen = nil
      setPen(.plain)
      add("\u{1b}[2J")
      if pictureProtocol == .kitty, !shownPictures.isEmpty { add(Self.deletion) }
      shownPictures = []
      position = nil
    }
    var old = isNew ? Screen(screen.size) : shown ?? screen
    old = patchPictures(pictures, from: old, to: screen)
    if isNew || old != screen {
      for y in 0..<screen.size.height { patchRow(y, from: old, to: screen) }
    }
    shown = screen
    showCursor(cursor)
    guard isSynchronized, bytes.count > 64 else { return bytes }
    return Array("\u{1b}[?2026h".utf8) + bytes + Array("\u{1b}[?2026l".utf8)
  }

  private mutating func showCursor(_ cursor: Point?) {
    if let cursor, cursor != lastCursor || position != cursor || isCursorVisible != true {
      move(to: cursor)
      lastCursor = cursor
    }
    if isCursorVisible != (cursor != nil) {
      add(cursor == nil ? "\u{1b}[?25l" : "\u{1b}[?25h")
      isCursorVisible = cursor != nil
    }
  }

  mutating func add(_ text: String) { bytes += text.utf8 }
}

// MARK: - Rows

extension ScreenEncoder {
  private mutating func patchRow(_ y: Int, from old: Screen, to new: Screen) {
    let start = y * new.size.width
    let width = new.size.width
    let tail = blankTail(from: start, width: width, old: old, new: new)
    var x = 0
    while x < tail ?? width {
      guard old.cells[start + x] != new.cells[start + x] else {
        x += 1
        continue
      }
      // Begin at the left half of a wide character.
      if new.cells[start + x].isRightHalf, x > 0 { x -= 1 }
      move(to: Point(x: x, y: y))
      repeat {
        draw(new.cells[start + x], isLast: x == width - 1)
        x += 1
      } while x < width
        && (new.cells[start + x].isRightHalf || old.cells[start + x] != new.cells[start + x])
    }
    guard let tail else { return }
    move(to: Point(x: tail, y: y))
    setPen(.plain)
    add("\u{1b}[K")
  }

  /// The start of the blank end of a row; `nil` if erasing takes more bytes than writing spaces.
  private func blankTail(from start: Int, width: Int, old: Screen, new: Screen) -> Int? {
    let blank = ScreenCell()
    var x = width
    var changed = 0
    while x > 0, new.cells[start + x - 1] == blank {
      x -= 1
      if old.cells[start + x] != blank { changed += 1 }
    }
    return changed > 8 ? x : nil
  }

  mutating func move(to target: Point) {
    defer { position = target }
    guard position != target else { return }
    if let position, position.y == target.y {
      let distance = target.x - position.x
      if distance > 0 { return add(distance == 1 ? "\u{1b}[C" : "\u{1b}[\(distance)C") }
      if target.x == 0 { return add("\r") }
      return add(distance == -1 ? "\u{8}" : "\u{1b}[\(-distance)D")
    }
    if let position, target.x == 0, target.y == position.y + 1 { return add("\r\n") }
    add(target.x == 0 ? "\u{1b}[\(target.y + 1)H" : "\u{1b}[\(target.y + 1);\(target.x + 1)H")
  }

  mutating func draw(_ cell: ScreenCell, isLast: Bool) {
    let cell = cell.isPicture ? ScreenCell() : cell
    // The right half of a wide character was drawn with the left half.
    guard let scalar = Unicode.Scalar(cell.scalar), !cell.isRightHalf else {
      if isLast { position = nil }
      return
    }
    setPen(cell.style)
    bytes.append(contentsOf: String(scalar).utf8)
    position?.x += ScreenText.width(scalar)
    if isLast { position = nil }
  }
}

// MARK: - Colors

extension ScreenEncoder {
  private mutating func setPen(_ style: Style) {
    guard style != pen else { return }
    var codes: [String] = []
    var before = pen ?? .plain
    if pen == nil || before.attributes != style.attributes {
      codes.append("0")
      for (attribute, code) in Self.attributes where style.attributes.contains(attribute) {
        codes.append(code)
      }
      before = .plain
    }
    if before.foreground != style.foreground {
      codes += code(style.foreground, isBackground: false)
    }
    if before.background != style.background { codes += code(style.background, isBackground: true) }
    pen = style
    if codes == ["0"] { return add("\u{1b}[m") }
    if !codes.isEmpty { add("\u{1b}[\(codes.joined(separator: ";"))m") }
  }

  private static let attributes: [(Style.Attributes, String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
  ]

  private func code(_ color: TerminalColor, isBackground: Bool) -> [String] {
    let base = isBackground ? 40 : 30
    guard depth != .none else { return [] }
    if color.isStandard { return [String(base + 9)] }
    let (red, green, blue) = color.components
    switch depth {
    case .none: return []
    case .full: return ["\(base + 8);2;\(red);\(green);\(blue)"]
    case .extended: return ["\(base + 8);5;\(color.indexOf256)"]
    case .basic:
      let index = color.indexOf16
      return [String(index < 8 ? base + index : base + 60 + index - 8)]
    }
  }
}

extension TerminalColor {
  /// The index of the nearest color among 6 × 6 × 6 colors and 24 grays, for terminals with 256
  /// colors.
  var indexOf256: Int {
    let (red, green, blue) = components
    let step = { (level: Int) in
      if level < 48 { return 0 }
      return level < 115 ? 1 : (level - 35) / 40
    }
    let value = { (step: Int) in step == 0 ? 0 : 55 + 40 * step }
    let r = step(red)
    let g = step(green)
    let b = step(blue)
    let mean = (red + green + blue) / 3
    let gray = max(0, min(23, (mean - 3) / 10))
    let level = 8 + 10 * gray
    let cube = Self.distance(between: components, and: (value(r), value(g), value(b)))
    return Self.distance(between: components, and: (level, level, level)) < cube
      ? 232 + gray : 16 + 36 * r + 6 * g + b
  }

  /// The index of the nearest of the 16 basic colors, with xterm's usual values.
  var indexOf16: Int {
    Self.basic.indices.min {
      Self.distance(between: components, and: Self.basic[$0])
        < Self.distance(between: components, and: Self.basic[$1])
    } ?? 0
  }

  private static let basic: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
    (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  private static func distance(between a: (Int, Int, Int), and b: (Int, Int, Int)) -> Int {
    let r = a.0 - b.0
    let g = a.1 - b.1
    let b = a.2 - b.2
    return 3 * r * r + 6 * g * g + b * b
  }
}
