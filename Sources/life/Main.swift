import LifeFormats
import LifeIO
import LifeCore
@main struct Main {
  static func main() throws {
    let a = CommandLine.arguments
    let p = try RLE.read(ByteReader(opening: Path(a[1])), ReadOptions())
    final class S: ByteSink { func write(_ b: Span<UInt8>) throws { try unsafe b.withUnsafeBytes { try unsafe writeAll($0, to: 1, path: "-") } }; func finish() {} }
    if a.count > 2 { return }
    let w = ByteWriter(S()); try RLE.write(p, to: w); try w.finish()
  }
}
