internal import LifeCore

/// The live cells of a square in two nodes, which have no cell in common.
///
/// Cells may be in either: what both are together is all that counts.
struct Layers: BitwiseCopyable {
  var main: NodeID
  /// Gliders that fly east, as far as they were found.
  var streams: NodeID

  static let empty = Layers(main: .empty, streams: .empty)

  var isEmpty: Bool { main.isEmpty && streams.isEmpty }

  /// Not 0 unless both nodes are empty.
  var key: UInt64 { UInt64(main.rawValue) | UInt64(streams.rawValue) << 32 }
}
