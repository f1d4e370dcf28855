import LifeIO
import LifeRender

/// One HTML page with the recordings of several runs.
///
/// The compressed recordings stay in memory until all are written, so a failed run leaves no part
/// of its recording in the page.
package final class RecordingPage: SharedOutput {
  private let target: OutputTarget
  private let isEmbedded: Bool
  private let title: String?
  private var recordings: [(title: String, sink: MemorySink)] = []

  /// The page of a request for several patterns; `nil` if each result has its own file.
  package init?(_ request: RunRequest) {
    let output = request.output
    guard case .image(let format)? = output.resultFormat, format.holdsSeveralPatterns,
      output.folder == nil, !output.isNumbered
    else { return nil }
    target = output.target(for: "page", .image(format))
    isEmbedded = request.view.isEmbedded
    title = request.view.appearance.title
  }

  /// Opens a recording. It becomes part of the page when it is finished.
  func open(title: String) -> ByteWriter {
    let sink = MemorySink()
    recordings.append((title, sink))
    return ByteWriter(sink)
  }

  package func finish() throws -> WrittenOutput? {
    let recordings = recordings.filter(\.sink.isFinished)
    guard !recordings.isEmpty else { return nil }
    let path = target.template
    let output = try openOutput(path, replacement: target.replacement, compressed: path.isGzipName)
    let titles = recordings.map(\.title)
    let rest = titles.count > 3 ? ", …" : ""
    try PlayerPage.start(
      title: title ?? titles.prefix(3).joined(separator: ", ") + rest, heading: title,
      isEmbedded: isEmbedded, to: output)
    for recording in recordings { try output.write(recording.sink.bytes) }
    try PlayerPage.end(isEmbedded: isEmbedded, to: output)
    try output.finish()
    return WrittenOutput(target)
  }
}
