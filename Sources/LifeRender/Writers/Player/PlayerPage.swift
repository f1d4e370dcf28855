package import LifeIO

/// The parts of an HTML page for playing recordings: its start, any number of recordings, its end.
///
/// The page is one file and makes no requests. Its program is compiled in from `player.html`,
/// `player.css`, `recording.js` and `player.js`, without comments and indentation.
package enum PlayerPage {
  /// Writes the start of a page, or of a fragment for another page.
  ///
  /// - Parameter heading: stands beside the list of recordings, instead of the title of one.
  package static func start(
    title: String, heading: String? = nil, isEmbedded: Bool, to output: ByteWriter
  ) throws {
    if !isEmbedded {
      // The policy lets the browser refuse all requests.
      try output.write(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        script-src 'unsafe-inline'; style-src 'unsafe-inline'">
        <title>\(escapedForMarkup(title))</title>
        </head>
        <body style="margin:0">

        """)
    }
    let data = heading.map { " data-title=\"\(escapedForMarkup($0))\"" } ?? ""
    try output.write("<div class=\"life-player\"\(isEmbedded ? " data-embed" : "")\(data)>\n")
  }

  /// Writes the end of a page or fragment, with the program.
  package static func end(isEmbedded: Bool, to output: ByteWriter) throws {
    try output.write("<template>\n<style>\n")
    try output.write(withoutIndentation(PackageResources.player_css))
    try output.write("</style>\n")
    try output.write(withoutIndentation(PackageResources.player_html))
    try output.write("</template>\n<script>\n(() => {\n\"use strict\";\n")
    try output.write(withoutIndentation(PackageResources.recording_js))
    try output.write(withoutIndentation(PackageResources.player_js))
    try output.write("})();\n</script>\n<noscript>This animation requires JavaScript.</noscript>\n")
    try output.write("</div>\n\(isEmbedded ? "" : "</body>\n</html>\n")")
  }

  /// The lines without indentation, comments and blank lines.
  private static func withoutIndentation(_ source: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for line in source.split(separator: UInt8(ascii: "\n")) {
      let words = line.drop { $0 == UInt8(ascii: " ") }
      guard !words.isEmpty, !words.starts(with: "//".utf8) else { continue }
      text += words
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
