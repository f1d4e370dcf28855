internal import LifeCore

/// Draws frames on a thread of its own, in the order in which they are shown, while the next ones
/// are made.
///
/// There are only a few frames and they go round, so that a slow reader of the film slows the
/// engine down instead of filling the memory.
///
///      blank() ──→ filled by the engine ──→ show() ──→ drawn ──┐
///         ↑                                                    │
///         └────────────────────────────────────────────────────┘
package final class Projector: Sendable {
  private let reel: Monitor<Reel>

  private struct Reel {
    var blank: [Frame]
    var shown: [Frame] = []
    var isDrawing = false
    var isOver = false
    var failure: (any Error)?
  }

  /// - Parameters:
  ///   - frames: those that go round, at least one.
  ///   - draw: makes a frame a part of the film; what it throws is thrown to whoever fills frames.
  package init(_ frames: [Frame], draw: @escaping (Frame) throws -> Void) {
    precondition(!frames.isEmpty)
    let reel = Monitor(Reel(blank: frames))
    self.reel = reel
    let pencil = Pencil(draw)
    isBeside = startThread { Self.work(reel, pencil) }
    self.pencil = isBeside ? nil : pencil
  }

  /// False if the system has no thread to give; frames are then drawn as they are shown.
  private let isBeside: Bool
  private let pencil: Pencil?

  deinit { reel.change { $0.isOver = true } }

  /// A frame to fill; waits for one.
  ///
  /// - Throws: what drawing has thrown.
  package func blank() throws -> Frame {
    try reel.wait { reel in
      if let failure = reel.failure { throw failure }
      return reel.blank.popLast()
    }
  }

  package func show(_ frame: Frame) throws {
    if let pencil {
      defer { reel.change { $0.blank.append(frame) } }
      return try pencil.draw(frame)
    }
    reel.change { $0.shown.append(frame) }
  }

  /// Waits until everything that was shown is drawn.
  ///
  /// - Throws: what drawing has thrown.
  package func finish() throws {
    let failure: (any Error)? = reel.wait { reel in
      if let failure = reel.failure { return .some(failure) }
      return reel.shown.isEmpty && !reel.isDrawing ? .some(nil) : nil
    }
    if let failure { throw failure }
  }

  private static func work(_ reel: Monitor<Reel>, _ pencil: Pencil) {
    while true {
      let next: Frame? = reel.wait { reel in
        if reel.isOver { return .some(nil) }
        guard !reel.shown.isEmpty, reel.failure == nil else { return nil }
        reel.isDrawing = true
        return .some(reel.shown.removeFirst())
      }
      guard let frame = next else { return }
      var failure: (any Error)?
      do { try pencil.draw(frame) } catch { failure = error }
      reel.change {
        $0.isDrawing = false
        $0.blank.append(frame)
        $0.failure = failure
      }
    }
  }
}

/// What draws; one thread has it.
private final class Pencil: @unchecked Sendable {
  let draw: (Frame) throws -> Void

  init(_ draw: @escaping (Frame) throws -> Void) { self.draw = draw }
}
