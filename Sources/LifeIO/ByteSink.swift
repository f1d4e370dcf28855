/// A destination for blocks of bytes.
package protocol ByteSink: AnyObject {
  /// Appends bytes.
  ///
  /// - Throws: ``FileFailure``.
  func write(_ bytes: Span<UInt8>) throws
  /// Replaces written bytes from `offset` on; does nothing on pipes and devices.
  ///
  /// - Throws: ``FileFailure``.
  func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws
  /// Completes the output: flushes, checks for errors and closes.
  ///
  /// - Throws: ``FileFailure``.
  func finish() throws
  /// Discards the output. Does nothing after ``finish()``.
  func abandon()
}

extension ByteSink {
  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws {}
}
