import LifeIO
import LifeRun

extension PlayModel {
  /// The files of a session, and which edits they contain.
  struct Files {
    /// The file of the pattern.
    var path: Path?
    /// The file as this session has read or written it.
    var version: FileVersion?
    /// The pictures that this session has written.
    var exports: [Path: FileVersion] = [:]
    /// The edits that the file contains; nil if they are in no file, as after `--recover`.
    var savedEdit: EditNumbers? = EditNumbers()
    /// The first edits of the present pattern.
    var firstEdit = EditNumbers()
    /// The saves without an answer.
    var saves = 0
    /// What to do when all changes and saves are answered.
    var intention: Intention?
    /// The last edits before a pattern was requested; nil if unsaved changes are to be discarded.
    var editBeforeOpening: EditNumbers?
    /// The revision of the universe that the last backup contains; nil if that backup was ended.
    var backupRevision: Int? = 0
    var isBackingUp = false
    /// The number of backups in succession that were ended by other requests.
    var endedBackups = 0
    var hasToldBackupFailure = false
    /// A line for the user at the start.
    var greeting: String?
  }
}
