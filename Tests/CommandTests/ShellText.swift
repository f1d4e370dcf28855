import TestSupport
import Testing

/// What a line of shell prints in an empty folder, which must end with a status.
func run(_ line: String, exits status: Int32 = 0) throws -> String {
  let shell = try Shell()
  defer { shell.remove() }
  let result = try shell.run(line)
  #expect(result.status == status, "\(line): \(result.errors)")
  return result.text
}
