// Characters are drawn in front of pictures. Kitty keeps pictures behind characters; elsewhere a
// character replaces the pixels behind it.
extension ScreenEncoder {
  /// The screen that is shown after the tiles that differ were sent: the characters that are
  /// still to be drawn differ from it.
  mutating func patchPictures(
    _ pictures: [PlacedPicture], from old: Screen, to new: Screen
  ) -> Screen {
    guard !pictures.isEmpty || !shownPictures.pictures.isEmpty else { return old }
    guard let format = pictureProtocol, let encodePNG else { return old }
    var old = old
    let exposed = clearExposed(in: &old, for: new)
    let before = shownPictures.pictures
    let isAlike =
      before.count == pictures.count && zip(before, pictures).allSatisfy { $0.isAlike($1) }
    if !isAlike, format == .kitty, !before.isEmpty { add(Self.deletion) }
    var number = 0
    for (index, picture) in pictures.enumerated() {
      for rect in picture.tiles {
        number += 1
        if !isAlike || !picture.isEqual(before[index], in: rect) {
          shownPictures.missing.insert(number)
        }
        if format != .kitty, exposed.contains(where: { rect.contains($0) }) {
          shownPictures.missing.insert(number)
        }
        guard shownPictures.missing.contains(number), Self.isVisible(rect, on: new) else {
          continue
        }
        shownPictures.missing.remove(number)
        move(to: Point(x: rect.x, y: rect.y))
        bytes += picture.tile(number, in: rect).sequence(format, png: encodePNG)
        position = nil
        if format != .kitty { old.forgetText(in: rect, new) }
      }
    }
    shownPictures.pictures = pictures
    return old
  }

  /// Deletes all pictures of kitty and their data.
  static let deletion = "\u{1b}_Ga=d,d=A,q=2\u{1b}\\"

  /// Replaces characters by spaces where a picture is to be seen, and returns their places.
  private mutating func clearExposed(in old: inout Screen, for new: Screen) -> [Point] {
    var exposed: [Point] = []
    for y in 0..<new.size.height {
      for x in 0..<new.size.width where new[x, y].isPicture && !old[x, y].isPicture {
        exposed.append(Point(x: x, y: y))
        if old[x, y] != ScreenCell() {
          move(to: Point(x: x, y: y))
          draw(.picture, isLast: x == new.size.width - 1)
        }
        old.showPicture(x: x, y: y)
      }
    }
    return exposed
  }

  private static func isVisible(_ rect: Rect, on screen: Screen) -> Bool {
    (rect.y..<rect.endY).contains { y in
      (rect.x..<rect.endX).contains { screen[$0, y].isPicture }
    }
  }
}

extension Screen {
  /// Lets a picture be seen at a character. A wide character of which one half is replaced is
  /// removed.
  mutating func showPicture(x: Int, y: Int) {
    set(x: x, y: y, to: " ", style: .plain)
    replace(x: x, y: y, with: .picture)
  }

  /// Makes the characters in front of a picture differ from all others.
  mutating func forgetText(in rect: Rect, _ new: Screen) {
    for y in rect.y..<rect.endY {
      for x in rect.x..<rect.endX where !new[x, y].isPicture { replace(x: x, y: y, with: .unknown) }
    }
  }
}

/// What a terminal shows of pictures.
struct ShownPictures: Sendable {
  var pictures: [PlacedPicture] = []
  /// The numbers of the tiles whose pixels are not on the screen.
  var missing: Set<Int> = []
}
