internal import LifeCore

/// Draws frames in order of submission on a thread of a worker pool, while the engine computes the
/// next ones.
///
/// A fixed number of frames circulates: a slow reader of the animation slows down the engine
/// instead of filling the memory.
///
///      freeFrame() ──→ filled by the engine ──→ submit(_:) ──→ drawn ──┐
///           ↑                                                          │
///           └──────────────────────────────────────────────────────────┘
package final class RenderQueue: @unchecked Sendable {
  private struct State {
    var free: [Frame]
    /// Oldest first.
    var submitted: [Frame] = []
    var isDrawing = false
    var failure: (any Error)?
  }

  /// The caller and at most one thread. The thread therefore draws one frame after another.
  private let pool: WorkerPool
  private let state: ConditionMutex<State>
  /// Called only by the pool's thread, or by the caller if the pool has none.
  private let draw: (Frame) throws -> Void

  /// - Parameters:
  ///   - frames: the circulating frames, at least one.
  ///   - hasThread: whether a thread draws the frames. If not, ``submit(_:)`` does.
  ///   - draw: adds a frame to the animation. After it has thrown, no frame is drawn, and
  ///     ``freeFrame()`` and ``finish()`` throw its error.
  package init(
    _ frames: [Frame], hasThread: Bool = true, draw: @escaping (Frame) throws -> Void
  ) {
    precondition(!frames.isEmpty)
    pool = WorkerPool(threads: hasThread ? 2 : 1, idle: .sleeping)
    state = ConditionMutex(State(free: frames))
    self.draw = draw
  }

  /// A frame to fill. Waits until one is free.
  package func freeFrame() throws -> Frame {
    try state.wait { state in
      if let failure = state.failure { throw failure }
      return state.free.popLast()
    }
  }

  /// Submits a filled frame for drawing. Its memory belongs to the queue until ``freeFrame()``
  /// returns it again.
  package func submit(_ frame: Frame) {
    state.withLock { $0.submitted.append(frame) }
    // Frames of a released queue are not drawn.
    pool.enqueue { [weak self] in self?.drawNext() }
  }

  /// Takes back a frame without drawing it.
  package func release(_ frame: Frame) { state.withLock { $0.free.append(frame) } }

  private func drawNext() {
    let next: Frame? = state.withLock { state in
      guard state.failure == nil, !state.submitted.isEmpty else { return nil }
      state.isDrawing = true
      return state.submitted.removeFirst()
    }
    guard let next else { return }
    var failure: (any Error)?
    do { try draw(next) } catch { failure = error }
    state.withLock {
      $0.isDrawing = false
      $0.free.append(next)
      $0.failure = failure
    }
  }

  /// Drops the frames that are not drawn yet, and waits for the present one.
  package func close() {
    state.withLock { $0.submitted = [] }
    state.wait { $0.isDrawing ? nil : () }
  }

  /// Waits until all submitted frames are drawn.
  package func finish() throws {
    let failure: (any Error)? = state.wait { state in
      if let failure = state.failure { return .some(failure) }
      return state.submitted.isEmpty && !state.isDrawing ? .some(nil) : nil
    }
    if let failure { throw failure }
  }
}
