import LifeCore
import LifeRun

extension PlayModel {
  /// The universe as far as the simulation has answered.
  struct Session {
    var title: String
    /// The first action.
    var startsWith: PlayAction?
    var snapshot = SimulationSnapshot()
    var picture: SimulationPicture?
    /// Whether the cells have changed since the picture was drawn.
    var isPictureOld = false
    /// The last pictures, for `:export`.
    var recent = RecentPictures()
    /// The requests without an answer, in their order, which is that of the answers.
    var pending: [Pending] = []
    /// Whether a step of many generations is under way.
    var hasLongStep = false
    /// The rule for which the universe is being converted.
    var preparedRule: String?
    var populations: [Double] = []

    init(title: String) { self.title = title }

    /// Whether a run may go on: nothing waits for an answer.
    var isIdle: Bool { pending.isEmpty && preparedRule == nil }

    /// Whether changes are not made yet.
    var hasPendingChanges: Bool { preparedRule != nil || pending.contains(where: \.isChange) }
  }
}
