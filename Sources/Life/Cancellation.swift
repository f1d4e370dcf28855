import LifeCore
import Synchronization

/// Ends work when the calling task is cancelled.
///
/// Engines poll an ``Interrupt``, also on threads of their own, which have no current task. So the
/// interrupt asks the calling task, which is known only during a call.
struct Cancellation: Sendable {
  private let caller: CallingTask
  /// The interrupt of all work for the caller.
  let interrupt: Interrupt

  init() {
    let caller = CallingTask()
    self.caller = caller
    interrupt = Interrupt(orWhen: { caller.isCancelled })
  }

  /// Does work for the current task and converts its errors.
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

/// The task waiting for the library. `nil` between calls and outside tasks.
///
/// Any thread may ask whether the task is cancelled, but only while `withUnsafeCurrentTask` runs.
@safe private final class CallingTask: Sendable {
  @unsafe private struct Reference: @unchecked Sendable {
    var task: UnsafeCurrentTask?
  }

  private let reference = unsafe Mutex(Reference(task: nil))

  var isCancelled: Bool {
    unsafe reference.withLock { unsafe $0.task?.isCancelled ?? false }
  }

  /// - Returns: the previous task.
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
