internal import LifeCore

/// Threads that do the parts of a piece of work together: the bands of a large frame.
package final class Crew: Sendable {
  /// How many threads work, the caller's own included.
  package let count: Int
  private let agenda = Monitor(Agenda())

  fileprivate struct Agenda {
    var work: (@Sendable (Int) -> Void)?
    /// The parts that nobody has begun.
    var left = 0..<0
    /// The parts that somebody is at.
    var running = 0
    var isDismissed = false
  }

  /// - Parameter count: how many threads are wanted; there are fewer if the system gives no more.
  package init(_ count: Int) {
    var given = 1
    let agenda = agenda
    while given < count, startThread({ Self.help(agenda) }) { given += 1 }
    self.count = given
  }

  deinit { agenda.change { $0.isDismissed = true } }

  /// Calls `work` with every number below `parts`, in any order, and returns when all is done.
  package func share(_ parts: Int, _ work: @escaping @Sendable (Int) -> Void) {
    guard count > 1, parts > 1 else {
      for part in 0..<parts { work(part) }
      return
    }
    agenda.change {
      $0.work = work
      $0.left = 0..<parts
    }
    while let part = agenda.change({ $0.take() }) {
      work(part)
      agenda.change { $0.running -= 1 }
    }
    agenda.wait { $0.running == 0 ? () : nil }
    agenda.change { $0.work = nil }
  }

  private enum Order {
    case work(() -> Void)
    case leave
  }

  private static func help(_ agenda: Monitor<Agenda>) {
    while true {
      let order: Order = agenda.wait { agenda in
        if agenda.isDismissed { return .leave }
        guard let work = agenda.work, let part = agenda.take() else { return nil }
        return .work { work(part) }
      }
      guard case .work(let work) = order else { return }
      work()
      agenda.change { $0.running -= 1 }
    }
  }
}

extension Crew.Agenda {
  fileprivate mutating func take() -> Int? {
    guard let part = left.popFirst() else { return nil }
    running += 1
    return part
  }
}
