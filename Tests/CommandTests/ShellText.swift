import TestSupport
import Testing

/// The output of a shell command in an empty folder; records an issue if the exit code differs.
func run(_ line: String, exits status: Int32 = 0) throws -> String {
  let shell = try Shell()
  defer { shell.remove() }
  let result = try shell.run(line)
  #expect(result.status == status, "\(line): \(result.errors)")
  return result.text
}
