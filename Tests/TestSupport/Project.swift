import Foundation

/// The paths of the project's files.
public enum Project {
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder with the built tests and the program.
  public static let products: URL = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    return URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  public static let program = products.appending(path: "life")

  /// The path of a file or folder with a name relative to the project's folder.
  public static func path(_ name: String) -> String { root.appending(path: name).path() }

  /// The text of a file with a name relative to the project's folder.
  public static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// All Swift files below a folder of the project, with their text.
  public static func swiftFiles(_ folder: String) throws -> [(name: String, text: String)] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path(folder))
    return try names.filter { $0.hasSuffix(".swift") }.sorted()
      .map { ("\(folder)/\($0)", try text("\(folder)/\($0)")) }
  }
}

/// Runs shell commands in a temporary folder of their own, with `life` on the path.
public final class Shell: Sendable {
  public let folder: URL

  public struct Result: Sendable {
    public var output: Data
    public var errors: String
    public var status: Int32

    public init(output: Data, errors: String, status: Int32) {
      self.output = output
      self.errors = errors
      self.status = status
    }

    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "life-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  public static func succeeds(_ line: String) -> Bool {
    guard let shell = try? Shell() else { return false }
    return (try? shell.run(line).status) == 0
  }

  /// Whether a command succeeds and prints a text.
  static func prints(_ text: String, in line: String) -> Bool {
    guard let shell = try? Shell() else { return false }
    guard let result = try? shell.execute(line), result.status == 0 else { return false }
    return result.text.contains(text) || result.errors.contains(text)
  }

  /// Defines `convert` for ImageMagick 7, which is `magick`; `convert` may be another program.
  public static let convert =
    prints("ImageMagick", in: "magick -version") && !prints("ImageMagick", in: "convert -version")
    ? #"convert() { magick "$@"; }; "# : ""

  /// Defines `failing CALL N ERROR WORDS...`. It runs `life WORDS...` and makes the N-th CALL of
  /// each thread fail, for example `failing rename 1 EIO run …`. Then `trace` contains `INJECTED`,
  /// unless there are fewer calls.
  public static let failingCall = """
    failing() {
      call=$1 number=$2 error=$3; shift 3
      strace -f -qq -o trace -e trace=$call -e inject=$call:error=$error:when=$number \
        $(command -v life) "$@"
    }
    """

  deinit { try? FileManager.default.removeItem(at: folder) }

  public func run(_ line: String) throws -> Result { try execute(Self.convert + line) }

  private func execute(_ line: String) throws -> Result {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let process = Self.process(
      line, in: folder, changing: ["PATH": "\(Project.products.path()):\(path)"])
    // Files, not pipes: a full pipe would block the command.
    let output = folder.appending(path: ".output")
    let errors = folder.appending(path: ".errors")
    for file in [output, errors] {
      _ = FileManager.default.createFile(atPath: file.path(), contents: nil)
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    let status = try process.exitCode()
    return Result(
      output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self), status: status)
  }

  /// The process of a command line, without the program on its path.
  public static func process(
    _ line: String, in folder: URL, changing changes: [String: String?] = [:]
  ) -> Process {
    let usual: [String: String?] = ["LC_ALL": "C.UTF-8", "NO_COLOR": nil, "LIFE_CPU": nil]
    return Process.ofTests(
      URL(filePath: "/bin/sh"), arguments: ["-c", line], in: folder,
      changing: usual.merging(changes) { $1 })
  }
}
