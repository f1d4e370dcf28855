#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The groups of processes in which Linux runs containers and the jobs of clusters, and which may
/// have less memory than the machine.
package enum ControlGroups {
  /// The bytes that this process may take with the others of its groups; nil if nobody says.
  package static let memory: Int? = memory { System.text(of: Path($0)) }

  /// The least that a group says, or one that holds it.
  ///
  /// - Parameter text: what a file holds; nil if it is not there.
  package static func memory(_ text: (String) -> String?) -> Int? {
    var least: Int?
    for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      // A hierarchy of version 2 names no controllers.
      let controllers = fields[1].split(separator: ",")
      guard controllers.isEmpty || controllers.contains("memory") else { continue }
      let (root, file) =
        controllers.isEmpty
        ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      var group = fields[2]
      while true {
        if let bytes = text("\(root)\(group)/\(file)").flatMap({ Int($0.prefix { $0 != "\n" }) }) {
          least = min(least ?? .max, bytes)
        }
        guard let end = group.lastIndex(of: "/") else { break }
        group = group[..<end]
      }
    }
    return least
  }
}

extension System {
  /// What the first bytes of a small file say; nil if it is not there.
  fileprivate static func text(of path: Path) -> String? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0) }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
