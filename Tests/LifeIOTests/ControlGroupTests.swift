import LifeIO
import Testing

/// How much memory containers and jobs have.
@Suite struct ControlGroupTests {
  static let groups = "/proc/self/cgroup"

  @Test func `the least memory limit of a control group and its ancestors applies`() {
    let files = [
      Self.groups: "0::/jobs/7/step\n", "/sys/fs/cgroup/jobs/7/memory.max": "3000\n",
      "/sys/fs/cgroup/jobs/memory.max": "5000\n", "/sys/fs/cgroup/jobs/7/step/memory.max": "max\n",
    ]
    #expect(ControlGroups.memory { files[$0] } == 3000)
  }

  @Test func `the control group of a container is the root`() {
    let files = [Self.groups: "0::/\n", "/sys/fs/cgroup/memory.max": "4096\n"]
    #expect(ControlGroups.memory { files[$0] } == 4096)
  }

  @Test func `control groups of version 1 have their own memory hierarchy`() {
    let files = [
      Self.groups: "9:name=systemd:/\n4:cpu,memory:/a:b/c\n0::/\n",
      "/sys/fs/cgroup/memory/a:b/memory.limit_in_bytes": "700\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    ]
    #expect(ControlGroups.memory { files[$0] } == 700)
  }

  @Test(arguments: ["", "\n", "x", "0:", "0::", "0::/", "1:cpu:/\n", "1:memory:"])
  func `unknown control groups have no limit`(text: String) {
    #expect(ControlGroups.memory { $0 == Self.groups ? text : nil } == nil)
    #expect(ControlGroups.memory { _ in nil } == nil)
  }
}
