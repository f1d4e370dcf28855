/// The version of the program and of the library.
package enum ProgramVersion {
  package static let version = "0.2.0"

  /// The address of the project's page, which help and error messages name, and from which releases
  /// are downloaded: `"https://…"`; nil as long as the project has none.
  package static let page: String? = nil

  /// The version as it is written into files: `life-0.2.0`.
  static var mark: String { "life-\(version)" }
}
