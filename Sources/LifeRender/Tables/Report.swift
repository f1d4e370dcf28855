/// A result that is printed as text or as JSON.
package protocol Report {
  static var schema: Schema<Self> { get }
  /// Lines for people.
  var text: String { get }
}
