import Foundation

extension Process {
  /// A process started by the tests. A folder is its working directory and home, so it neither
  /// reads nor changes the user's files.
  ///
  /// - Parameter changes: variables to set, or to remove if `nil`.
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

  /// Runs the process, and returns its exit code as a shell would: 128 and more for a signal.
  public func exitCode() throws -> Int32 {
    try start()
    waitUntilExit()
    return terminationReason == .exit ? terminationStatus : 128 + terminationStatus
  }

  /// Starts the process, able to receive all signals.
  ///
  /// Tests run on threads with blocked signals, and processes inherit that. A shell would wait
  /// forever for the end of its children, and no command would end at SIGTERM. In the background
  /// or under `nohup`, tests also begin with ignored signals.
  public func start() throws {
    for ignored in [SIGHUP, SIGINT, SIGQUIT] { _ = signal(ignored, SIG_DFL) }
    var none = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try run()
  }
}
