#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Memory limits of Linux control groups, which containers and cluster jobs run in.
///
/// - SeeAlso: `man 7 cgroups`
package enum ControlGroups {
  /// The memory limit of this process's groups in bytes; nil if there is none.
  package static let memory: Int? = memory { SystemCall.text(of: Path($0)) }

  /// The least limit of the process's groups and their ancestors.
  ///
  /// - Parameter text: returns the content of a file; nil if it does not exist.
  package static func memory(_ text: (String) -> String?) -> Int? {
    var least: Int?
    for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      // Lines of the version 2 hierarchy have an empty list of controllers.
      let controllers = fields[1].split(separator: ",")
      guard controllers.isEmpty || controllers.contains("memory") else { continue }
      let (root, file) =
        controllers.isEmpty
        ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      var group = fields[2]
      while true {
        let content = text("\(root)\(group)/\(file)") ?? ""
        // Without a limit, the file says "max".
        if let bytes = Int(content.prefix { $0 != "\n" }) { least = min(least ?? .max, bytes) }
        guard let end = group.lastIndex(of: "/") else { break }
        group = group[..<end]
      }
    }
    return least
  }
}

extension SystemCall {
  /// The first 16 KiB of a file as text; nil if it cannot be read.
  fileprivate static func text(of path: Path) -> String? {
    let descriptor = open(path, flags: O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(from: descriptor, into: $0) }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
