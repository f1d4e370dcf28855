import Foundation

extension Process {
  /// A process that the tests start: a folder is its working directory and has its home, so that it
  /// neither reads nor changes the files of the user.
  ///
  /// - Parameter changes: variables to set, or to remove if they are nil.
  public static func ofTests(
    _ program: URL, arguments: [String], in folder: URL, changing changes: [String: String?] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let home = folder.appending(path: ".home")
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = home.path()
    environment["XDG_STATE_HOME"] = home.appending(path: ".local/state").path()
    for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { environment[name] = nil }
    environment["LIFE_PATTERNS"] = Project.path("patterns")
    environment["SWIFT_BACKTRACE"] = "enable=no"
    for (name, value) in changes { environment[name] = value }
    process.environment = environment
    return process
  }

  /// Starts the process, which can receive all signals.
  ///
  /// Tests run on threads that block signals, and a process inherits that: a shell would wait for
  /// the end of its children for ever, and no command would end at SIGTERM.
  public func start() throws {
    var none = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try run()
  }
}
