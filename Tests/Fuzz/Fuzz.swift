// The driver of the fuzz targets: `fuzz TARGET [libFuzzer's options] [folders]`.
import Glibc

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

@main
struct Fuzz {
  /// The selected target; set before the driver starts.
  nonisolated(unsafe) static var target = FuzzTarget.all[0]

  static func main() {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    guard CommandLine.argc > 1, let word = unsafe CommandLine.unsafeArgv[1] else {
      print(names)
      return
    }
    let name = unsafe String(cString: word)
    guard let chosen = FuzzTarget.all.first(where: { $0.name == name }) else {
      print("fuzz: unknown target '\(name)'; the targets are \(names)")
      exit(64)
    }
    unsafe target = chosen
    // The driver takes the name of the target as the program's name.
    var count = CommandLine.argc - 1
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv + 1
    exit(
      unsafe runDriver(&count, &words) { bytes, count in
        let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        unsafe Fuzz.target.test(input)
        return 0
      })
  }
}
