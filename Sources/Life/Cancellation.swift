import LifeCore
import Synchronization

/// Ends work when the task that called the library is cancelled.
///
/// Engines poll an ``Interrupt`` in loops that are not asynchronous, and from threads of their own.
/// The interrupt therefore asks the calling task, which is known while a call lasts.
struct Cancellation: Sendable {
  private let caller: CallingTask
  /// The interrupt of everything that works for the caller.
  let interrupt: Interrupt

  init() {
    let caller = CallingTask()
    self.caller = caller
    interrupt = Interrupt(orWhen: { caller.isCancelled })
  }

  /// Does some work for the present task, and converts its errors.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/cancelled`` if the task is cancelled.
  func watching<Result>(_ work: () throws -> Result) throws(LifeError) -> Result {
    try LifeError.converting {
      try unsafe withUnsafeCurrentTask { task in
        let outer = unsafe caller.exchange(task)
        defer { unsafe caller.exchange(outer) }
        try interrupt.check()
        return try work()
      }
    }
  }
}

/// The task that waits for the library; nil between calls, and outside of tasks.
///
/// A task may be asked from any thread whether it is cancelled, but only while the function runs
/// that gave it.
@safe private final class CallingTask: Sendable {
  @unsafe private struct Reference: @unchecked Sendable {
    var task: UnsafeCurrentTask?
  }

  private let reference = unsafe Mutex(Reference(task: nil))

  var isCancelled: Bool {
    unsafe reference.withLock { unsafe $0.task?.isCancelled ?? false }
  }

  /// - Returns: the former task.
  @discardableResult
  func exchange(_ task: UnsafeCurrentTask?) -> UnsafeCurrentTask? {
    let new = unsafe Reference(task: task)
    return unsafe reference.withLock { current in
      let former = unsafe current
      unsafe current = new
      return unsafe former
    }.task
  }
}
