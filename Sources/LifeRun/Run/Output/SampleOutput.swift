package import LifeCore
package import LifeFormats
package import LifeIO

/// Keeps one file open for all samples, or opens one per sample if the target is numbered.
package struct SampleOutput {
  package let target: OutputTarget
  private var file: OutputFile?
  /// The index of the next sample.
  package private(set) var index: Int

  /// Opens the unfinished file of an interrupted run at once.
  ///
  /// - Throws: ``FileFailure``, ``ReadError``.
  package init(_ target: OutputTarget) throws {
    self.target = target
    index = target.startIndex
    file = try OutputFile(continuing: target)
  }

  /// Writes an output. Removes the unfinished file after an error.
  ///
  /// - Parameter samples: writes all samples.
  package static func write(
    to target: OutputTarget, _ samples: (inout SampleOutput) throws -> Void
  ) throws {
    var output = try SampleOutput(target)
    try samples(&output)
    try output.finish()
  }

  /// Writes one sample. In a new file, calls `begin` first.
  package mutating func write(
    at generation: BigInt, begin: (ByteWriter) throws -> Void = { _ in },
    _ body: (ByteWriter) throws -> Void
  ) throws {
    let output: OutputFile
    if let file {
      output = file
    } else {
      output = try OutputFile(target, index: index, generation: generation)
      if !target.isContinued { try begin(output.writer) }
    }
    try body(output.writer)
    index += 1
    if target.isNumbered { try output.writer.finish() } else { file = output }
  }

  /// Writes a pattern as one sample.
  ///
  /// - Parameter isStoppable: whether a signal may leave the sample unwritten.
  package mutating func write(
    _ pattern: Pattern, as format: Format, isStoppable: Bool = false, control: WritingControl
  ) throws {
    let path = target.path(index: index, generation: pattern.generation)
    try write(at: pattern.generation) { writer in
      try control.watch(writer, of: path, isStoppable: isStoppable) {
        try format.writeOutput(pattern, to: writer)
      }
    }
  }

  /// The file of the next sample, for another writer. Counts the sample as written.
  package mutating func takeTarget(at generation: BigInt) -> OutputTarget {
    defer { index += 1 }
    return OutputTarget(
      template: target.path(index: index, generation: generation),
      replacement: target.replacement, isLiteral: true)
  }

  package mutating func finish() throws {
    try file?.writer.finish()
    file = nil
  }

  mutating func synchronize() throws -> OutputPosition? { try file?.synchronize() }
}
