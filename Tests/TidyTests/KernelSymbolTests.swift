import Foundation
import TestSupport
import Testing

#if os(Linux) && arch(x86_64)
  /// The linker keeps one copy of a weak function in several object files, possibly the copy for a
  /// newer CPU. Older CPUs do not have its instructions.
  @Suite(.needsOptimization) struct KernelSymbolTests {
    @Test(.takesLong) func `kernels for newer CPUs share no weak function`() throws {
      let shell = try Shell()
      let folders = try FileManager.default.contentsOfDirectory(atPath: Project.products.path())
        .filter { $0.hasPrefix("Life") && $0.hasSuffix(".build") }
      var weak: [String: Set<String>] = [:]
      for folder in folders {
        let path = Project.products.appending(path: folder).path()
        let names = try shell.run(
          "find \(path) -name '*.o' -exec nm {} + | awk '$2 == \"W\" {print $3}'")
        weak[folder] = Set(names.text.split(separator: "\n").map(String.init))
      }
      #expect(weak.values.contains { !$0.isEmpty }, "no object file has a weak function")
      let newer = weak.keys.filter { $0.contains("V3") || $0.contains("V4") }
      #expect(newer.count == 2)
      for level in newer {
        for (folder, names) in weak where folder != level {
          let shared = names.intersection(weak[level] ?? [])
          #expect(shared.isEmpty, "\(level) and \(folder) share \(shared)")
        }
      }
    }
  }
#endif
