/// Carries blocks from a thread that fills them to one that empties them, in order.
///
/// A fixed number of blocks circulates, so the faster thread waits for the slower one and memory
/// is bounded.
///
///      freeBlock() ──→ filled by one thread ──→ submit(_:) ──→ next() ──→ emptied by the other
///           ↑                                                                    │
///           └──────────────────────────── release(_:) ──────────────────────────┘
package final class Conveyor<Block: Sendable>: Sendable {
  private struct Circulation {
    var free: [Block]
    /// The oldest first.
    var filled: [Block] = []
    var isComplete = false
    var isStopped = false
  }

  private let state: ConditionMutex<Circulation>

  package init(_ blocks: [Block]) { state = ConditionMutex(Circulation(free: blocks)) }

  /// A block to fill. Waits until one is free; nil after ``stop()``.
  package func freeBlock() -> Block? {
    let block: Block?? = state.wait { state in
      state.isStopped ? .some(nil) : state.free.popLast().map { .some($0) }
    }
    return block ?? nil
  }

  package func submit(_ block: Block) { state.withLock { $0.filled.append(block) } }

  /// Tells that no further block will be filled.
  package func complete() { state.withLock { $0.isComplete = true } }

  /// The next filled block. Waits for it; nil after the last one.
  package func next() -> Block? {
    let block: Block?? = state.wait { state in
      if !state.filled.isEmpty { return .some(state.filled.removeFirst()) }
      return state.isComplete ? .some(nil) : nil
    }
    return block ?? nil
  }

  package func release(_ block: Block) { state.withLock { $0.free.append(block) } }

  /// Tells that no further block will be emptied.
  package func stop() { state.withLock { $0.isStopped = true } }
}
