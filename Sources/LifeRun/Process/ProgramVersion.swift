/// The version of the program and of the library.
package enum ProgramVersion {
  package static let version = "0.2.0"

  /// The version as it is written into files: `life-0.2.0`.
  static var mark: String { "life-\(version)" }
}
