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
package final class RenderQueue: Sendable {
  /// The caller and at most one thread. The thread therefore draws one frame after another.
  private let pool: WorkerPool
  private let frames: QueuedFrames

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
    self.frames = QueuedFrames(frames, draw: draw)
  }

  /// A frame to fill. Waits until one is free.
  package func freeFrame() throws -> Frame { try frames.takeFree() }

  /// Submits a filled frame for drawing. Its memory belongs to the queue until ``freeFrame()``
  /// returns it again.
  package func submit(_ frame: Frame) {
    frames.append(frame)
    pool.enqueue { [frames] in frames.drawNext() }
  }

  /// Takes back a frame without drawing it.
  package func release(_ frame: Frame) { frames.release(frame) }

  /// Waits until all submitted frames are drawn.
  package func finish() throws { try frames.waitUntilDrawn() }
}

/// The frames of a queue, shared by the filling and the drawing thread.
private final class QueuedFrames: @unchecked Sendable {
  private struct QueueState {
    var free: [Frame]
    /// Oldest first.
    var submitted: [Frame] = []
    var isDrawing = false
    var failure: (any Error)?
  }

  private let state: ConditionMutex<QueueState>
  /// Called only by the pool's thread, or by the caller if the pool has none.
  private let draw: (Frame) throws -> Void

  init(_ free: [Frame], draw: @escaping (Frame) throws -> Void) {
    state = ConditionMutex(QueueState(free: free))
    self.draw = draw
  }

  func takeFree() throws -> Frame {
    try state.wait { state in
      if let failure = state.failure { throw failure }
      return state.free.popLast()
    }
  }

  func release(_ frame: Frame) { state.withLock { $0.free.append(frame) } }

  func append(_ frame: Frame) { state.withLock { $0.submitted.append(frame) } }

  func drawNext() {
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

  func waitUntilDrawn() throws {
    let failure: (any Error)? = state.wait { state in
      if let failure = state.failure { return .some(failure) }
      return state.submitted.isEmpty && !state.isDrawing ? .some(nil) : nil
    }
    if let failure { throw failure }
  }
}
