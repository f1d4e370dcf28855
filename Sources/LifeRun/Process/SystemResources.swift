import LifeIO
import LifeKernels
import LifeSystem

/// The cores and the memory that this process may use.
package enum SystemResources {
  package static var cores: Int {
    CPULevel.coresAllowed ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  package static var inputIsTerminal: Bool { isatty(0) == 1 }

  /// Three quarters of the memory of the machine, the container or the job, in bytes. At most half
  /// of the address space under `ulimit -v`, apart from 32 MB for code and stacks: where small
  /// allocations fail, the program ends without its result.
  package static let usualMemoryLimit: Int = {
    let machine = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    let space = limit(of: RLIMIT_AS)
    return min(
      min(machine, ControlGroups.memory ?? .max) / 4 * 3, max(space / 8, (space - 32 << 20) / 2))
  }()

  /// The limit of the stack in bytes if the program would crash with it; else `nil`.
  package static var smallStack: Int? {
    let stack = limit(of: RLIMIT_STACK)
    return stack < minimumStack ? stack : nil
  }

  private static let minimumStack = 1 << 18

  #if canImport(Darwin)
    private typealias Resource = Int32
  #else
    private typealias Resource = __rlimit_resource
  #endif

  /// The limit set by `ulimit`, in bytes.
  private static func limit(of resource: Resource) -> Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let isKnown = unsafe getrlimit(resource, &limit) == 0
    #else
      let isKnown = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    #endif
    return isKnown && limit.rlim_cur < UInt64(Int.max) ? Int(limit.rlim_cur) : .max
  }

  /// The memory of this process that is in RAM, in bytes; nil if the system does not report it.
  package static var residentMemory: Int? {
    guard let text = try? ByteReader(opening: "/proc/self/statm").rest(),
      let pages = Int(
        String(decoding: text.split(separator: 0x20).dropFirst().first ?? [], as: UTF8.self))
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The value of an environment variable; nil if it is not set.
  package static func environment(_ name: String) -> String? {
    bytes(ofVariable: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of an environment variable, not necessarily text; `nil` if it is not set.
  package static func bytes(ofVariable name: String) -> [UInt8]? {
    unsafe getenv(name).map { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }
}
