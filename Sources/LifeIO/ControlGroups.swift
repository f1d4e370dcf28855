/// Memory limits of Linux control groups, for example of a container or a cluster job.
///
/// - SeeAlso: `man 7 cgroups`
package enum ControlGroups {
  /// The memory limit of this process's groups in bytes; `nil` if there is none.
  package static let memory: Int? = memory { text(of: Path($0)) }

  /// The minimum limit over the process's groups and their ancestors.
  ///
  /// - Parameter text: returns the content of a file, or `nil` if there is none.
  package static func memory(_ text: (String) -> String?) -> Int? {
    // Split bytes, because characters of strings are slow: they took a fourteenth of the
    // instructions of `life run glider.rle -n 4`.
    var limit: Int?
    for line in Array((text("/proc/self/cgroup") ?? "").utf8).split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      // Lines of the version 2 hierarchy have an empty list of controllers.
      let controllers = fields[1].split(separator: UInt8(ascii: ","))
      guard controllers.isEmpty || controllers.contains(where: { $0.elementsEqual("memory".utf8) })
      else { continue }
      let (root, file) =
        controllers.isEmpty
        ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      var group = fields[2]
      while true {
        let content = text("\(root)\(String(decoding: group, as: UTF8.self))/\(file)") ?? ""
        // Without a limit, the file contains "max".
        let number = content.utf8.prefix { $0 != UInt8(ascii: "\n") }
        if let bytes = Int(Substring(number)) { limit = min(limit ?? .max, bytes) }
        guard let end = group.lastIndex(of: UInt8(ascii: "/")) else { break }
        group = group[..<end]
      }
    }
    return limit
  }

  /// The first 16 KiB of a file as text; `nil` if it can't be opened.
  private static func text(of path: Path) -> String? {
    guard let file = try? FileSource(opening: path) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = try? file.read(into: &bytes, from: 0)
    return String(decoding: bytes.prefix(count ?? 0), as: UTF8.self)
  }
}
