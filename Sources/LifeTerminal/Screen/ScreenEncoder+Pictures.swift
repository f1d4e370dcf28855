// Patches pictures. Characters are in front of pictures: kitty keeps the pixels behind a character,
// other terminals replace them.
extension ScreenEncoder {
  /// Sends the tiles that differ. Returns the screen that the terminal then shows. The caller draws
  /// the characters that differ from it.
  mutating func patchPictures(
    _ pictures: [PlacedPicture], from old: Screen, to new: Screen
  ) -> Screen {
    let before = shownPictures
    guard !pictures.isEmpty || !before.isEmpty else { return old }
    guard let format = pictureProtocol, let encodePNG else { return old }
    var shown = old
    clearExposed(in: &shown, for: new)
    let haveSameTiles =
      before.count == pictures.count
      && zip(before, pictures).allSatisfy { $0.hasSameTiles(as: $1) }
    if !haveSameTiles, format == .kitty, !before.isEmpty { add(Self.deletion) }
    var number = 0
    for (index, picture) in pictures.enumerated() {
      for rect in picture.tiles {
        number += 1
        let isSame = haveSameTiles && picture.hasSamePixels(as: before[index], in: rect)
        // A hidden tile is sent once a part of it is exposed.
        guard Self.hasPicture(rect, on: new, hiddenOn: isSame ? old : nil) else { continue }
        move(to: Point(x: rect.x, y: rect.y))
        bytes += picture.tile(number, in: rect).sequence(format, png: encodePNG)
        position = nil
        if format != .kitty { shown.forgetText(in: rect, inFrontOfPicturesOf: new) }
      }
    }
    shownPictures = pictures
    return shown
  }

  /// Deletes all pictures of kitty and their data.
  static let deletion = "\u{1b}_Ga=d,d=A,q=2\u{1b}\\"

  /// Replaces characters by spaces where the new screen shows a picture.
  private mutating func clearExposed(in old: inout Screen, for new: Screen) {
    for y in 0..<new.size.height {
      for x in 0..<new.size.width where new[x, y].isPicture && !old[x, y].isPicture {
        if old[x, y] != ScreenCell() {
          move(to: Point(x: x, y: y))
          draw(.picture, isLast: x == new.size.width - 1)
        }
        old.showPicture(x: x, y: y)
      }
    }
  }

  /// Whether a rectangle shows a picture; with an old screen, at a place where that one doesn't.
  private static func hasPicture(
    _ rect: Rect, on screen: Screen, hiddenOn old: Screen?
  ) -> Bool {
    (rect.y..<rect.endY).contains { y in
      (rect.x..<rect.endX).contains { x in
        screen[x, y].isPicture && old?[x, y].isPicture != true
      }
    }
  }
}

extension Screen {
  /// Shows the picture at a character. A wide character disappears if one of its halves is
  /// replaced.
  mutating func showPicture(x: Int, y: Int) {
    set(x: x, y: y, to: " ", style: .plain)
    replace(x: x, y: y, with: .picture)
  }

  /// Marks the characters in front of a picture as unknown, so they are drawn again.
  mutating func forgetText(in rect: Rect, inFrontOfPicturesOf new: Screen) {
    for y in rect.y..<rect.endY {
      for x in rect.x..<rect.endX where !new[x, y].isPicture { replace(x: x, y: y, with: .unknown) }
    }
  }
}
