import LifeIO
import Testing

/// How much memory containers and jobs have.
@Suite struct `A control group` {
  static let groups = "/proc/self/cgroup"

  @Test func `has what it says, or what one above it says`() {
    let files = [
      Self.groups: "0::/jobs/7/step\n", "/sys/fs/cgroup/jobs/7/memory.max": "3000\n",
      "/sys/fs/cgroup/jobs/memory.max": "5000\n", "/sys/fs/cgroup/jobs/7/step/memory.max": "max\n",
    ]
    #expect(ControlGroups.memory { files[$0] } == 3000)
  }

  @Test func `of a container is at the root`() {
    let files = [Self.groups: "0::/\n", "/sys/fs/cgroup/memory.max": "4096\n"]
    #expect(ControlGroups.memory { files[$0] } == 4096)
  }

  @Test func `of the old version has a hierarchy of its own`() {
    let files = [
      Self.groups: "9:name=systemd:/\n4:cpu,memory:/a:b/c\n0::/\n",
      "/sys/fs/cgroup/memory/a:b/memory.limit_in_bytes": "700\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    ]
    #expect(ControlGroups.memory { files[$0] } == 700)
  }

  @Test(arguments: ["", "\n", "x", "0:", "0::", "0::/", "1:cpu:/\n", "1:memory:"])
  func `that nobody knows has no limit`(text: String) {
    #expect(ControlGroups.memory { $0 == Self.groups ? text : nil } == nil)
    #expect(ControlGroups.memory { _ in nil } == nil)
  }
}
