/// Computes the SHA-256 of the bytes written to it.
package final class SHA256Sink: ByteSink {
  private var digester = SHA256()
  /// The digest, 32 bytes; nil before ``finish()``.
  package private(set) var digest: [UInt8]?

  package init() {}

  package func write(_ bytes: Span<UInt8>) { digester.update(bytes) }

  package func finish() { digest = digester.finish() }

  package func abandon() {}
}
