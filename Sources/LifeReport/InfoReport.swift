import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
internal import LifeRender
package import LifeRun

/// The facts of `life info` about a pattern.
package struct InfoReport {
  private let loaded: LoadedPattern
  private let digest: String?
  private let warnings: [String]
  private let run: InterruptedRun?
  private let facts: ShortIdentification

  /// - Parameter run: the run of the checkpoint, if the pattern comes from one.
  package init(
    of loaded: LoadedPattern, digest: String?, warnings: [String] = [], run: InterruptedRun?
  ) {
    self.loaded = loaded
    self.digest = digest
    self.warnings = warnings
    self.run = run
    facts = ShortIdentification(loaded.pattern)
  }

  /// Aligned rows below the name of the pattern.
  package var text: String { "\(loaded.title)\n" + Self.schema.rows(of: self, width: 12) }

  private var pattern: Pattern { loaded.pattern }

  /// The number of cells of each state; `nil` with two states and for huge patterns.
  private var states: [BigInt]? {
    pattern.rule.states > 2 && pattern.population <= 1 << 24 ? try? pattern.statePopulations() : nil
  }

  private func notes(_ kind: Pattern.NoteKind) -> [Path] {
    pattern.notes(kind).map { Path(bytes: $0) }
  }

  package static let schema = Schema<InfoReport>("life.info/1") {
    Property("pattern", Meaning.pattern) { $0.loaded.title }.withoutText
    Property("format", Meaning.format) { $0.loaded.formatName }
    Property(
      "rule", Meaning.rule, { $0.pattern.rule.canonical },
      lines: {
        [$0.pattern.rule.canonical + ($0.pattern.statedRule == nil ? " (not stated)" : "")]
      })
    Property("universe", Meaning.universe) { "\($0.pattern.universe)" }
    Property("generation", Meaning.generation) { $0.pattern.generation }
    Property(
      "population", Meaning.population, { $0.pattern.population },
      lines: { ["\($0.pattern.population)" + ($0.pattern.isComplement ? " (complement)" : "")] })
    Property(
      "states", "with more than two states: the number of cells of each from 1 on",
      { $0.states.map { JSONValue(ofStates: $0) } },
      lines: {
        let counts = zip($0.pattern.rule.liveStateNames, $0.states ?? []).filter { $1 > 0 }
        return counts.isEmpty ? [] : [counts.map { "\($0): \($1)" }.joined(separator: ", ")]
      })
    Property(
      "live_cells",
      "under rules with marks, such as LifeHistory: the number of live cells, without the marks"
    ) { $0.facts.liveCells }
    Property("bounds", Meaning.bounds, holding: Bounds.schema) { $0.pattern.bounds }.orNull
      .withoutText
    Property(label: "box") { [$0.pattern.bounds?.text ?? "empty"] }
    Property("names", "the names in the file, one for each line") { $0.notes(.name) }.withoutText
    Property("authors", "the lines about its authors") { $0.notes(.author) }.withoutText
    Property("comments", "the lines of its comments") { $0.notes(.comment) }.withoutText
    Property("trailer", "the lines after the cells") { $0.notes(.trailer) }.withoutText
    Property("warnings", "the warnings about the file, as on standard error") {
      $0.warnings.isEmpty ? nil : $0.warnings
    }.withoutText
    Property("symmetry", "the symmetry of this generation: `C1`, `C2_1`, … `D8_4`") {
      $0.facts.symmetry?.rawValue
    }
    Property(
      "kind", "what a small pattern is, as with `identify`", { $0.facts.result?.kind.rawValue },
      lines: { $0.facts.kind.map { [$0] } ?? [] })
    Property("apgcode", "the code of a small object") { $0.facts.code }
    Property(
      "ignores_marks", Meaning.ignoresMarks, { $0.facts.liveCells == nil ? nil : true },
      text: { _ in "ignored: only the live cells count" }
    ).labeled("marks")
    Property(
      "checkpoint", "of a checkpoint: the interrupted run", holding: InterruptedRun.schema
    ) { $0.run }.withoutText
    Property("complement", Meaning.complement) { $0.pattern.isComplement ? true : nil }.withoutText
    Property(label: "command") { $0.run.map { [$0.command] } ?? [] }
    Property(label: "folder") { $0.run.map { ["\($0.folder)"] } ?? [] }
    Property(label: "problem") { $0.run?.problem.map { [$0] } ?? [] }
    Property(label: "writes") { $0.run?.writes ?? [] }.labelingEachLine
    Property(label: "name") { $0.notes(.name).map(\.description) }.labelingEachLine
    Property(label: "author") { $0.notes(.author).map(\.description) }.labelingEachLine
    Property(label: "comment") { $0.notes(.comment).map(\.description) }.labelingEachLine
    Property(label: "after '!'") { $0.notes(.trailer).map(\.description) }.labelingEachLine
    Property("cells_digest", Meaning.digest) { $0.digest }.labeled("digest")
  }

  package static let table = ReportTable(
    schema,
    columns: [
      Column("pattern"), Column("format"), Column("rule"), Column("universe"),
      Column("generation"), Column("population"), Column("bounds", heading: "box"), Column("kind"),
      Column("apgcode"), Column("names", heading: "name"),
    ],
    dataColumns: [
      Column("pattern"), Column("format"), Column("rule"), Column("universe"),
      Column("generation"), Column("population"), Column("bounds.x", heading: "x"),
      Column("bounds.y", heading: "y"),
      Column("bounds.width", heading: "width"), Column("bounds.height", heading: "height"),
      Column("symmetry"),
      Column("kind"), Column("apgcode"), Column("names"), Column("authors"), Column("comments"),
      Column("cells_digest", heading: "cells_digest"),
    ])
}

extension ResumedFile {
  var remarks: String {
    var remarks = setting.option
    if let samples { remarks += samples == 1 ? ", 1 file" : ", up to \(samples) files" }
    if exists { remarks += ", exists" }
    return remarks
  }

  static let schema = Schema<ResumedFile> {
    Property("option", "the option that names it") { $0.setting.option }
    Property("file", "its absolute path") { $0.path }
    Property("samples", "the maximum number of files, if each sample has its own; else null") {
      $0.samples
    }.orNull
    Property("exists", "whether it exists") { $0.exists }
  }
}

/// The run of a checkpoint: its command, and every file written by resuming it.
package struct InterruptedRun {
  fileprivate let checkpoint: Checkpoint
  fileprivate let files: [ResumedFile]
  /// Why the run cannot be resumed, if its command line is invalid.
  let problem: String?

  package init(of checkpoint: Checkpoint, writing files: [ResumedFile], problem: String?) {
    self.checkpoint = checkpoint
    self.files = files
    self.problem = problem
  }

  var folder: Path { checkpoint.folder }
  var command: String {
    checkpoint.words.map { "\(Argument(bytes: $0))" }.joined(separator: " ")
  }
  var writes: [String] { files.map { "\($0.path) (\($0.remarks))" } }

  static let schema = Schema<InterruptedRun> {
    Property("command", "the words of its command line") { run in
      run.checkpoint.words.map { Path(bytes: $0) }
    }
    Property("folder", "the folder in which it ran") { $0.folder }
    Property("samples", "the number of samples that it has written") {
      $0.checkpoint.progress.samples
    }
    Property("writes", "the files that resuming writes", listing: ResumedFile.schema) { $0.files }
    Property("problem", "why it cannot be resumed") { $0.problem }
  }
}
