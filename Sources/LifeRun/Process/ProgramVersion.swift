/// The version of the program and of the library.
package enum ProgramVersion {
  package static let version = "0.2.0"

  /// The address of the project's page, for help, error messages and downloads: `"https://…"`;
  /// `nil` while there is no page.
  package static let page: String? = nil

  /// The version in written files: `life-0.2.0`.
  static var mark: String { "life-\(version)" }
}
