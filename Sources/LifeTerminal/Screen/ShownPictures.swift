/// What a terminal shows of pictures.
struct ShownPictures: Sendable {
  var pictures: [PlacedPicture] = []
  /// The numbers of the tiles whose pixels are not on the screen.
  var missing: Set<Int> = []
}
