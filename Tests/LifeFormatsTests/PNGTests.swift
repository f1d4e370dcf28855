import LifeCore
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// PNG files as other programs write them, built from the specification.
@Suite("PNG reader") struct PNGTests {
  /// Bit depth and color type, the ninth and tenth byte of the header, and samples per pixel.
  static let kinds: [(depth: Int, kind: Int, samples: Int)] = [
    (1, 0, 1), (2, 0, 1), (4, 0, 1), (8, 0, 1), (16, 0, 1), (8, 2, 3), (16, 2, 3), (1, 3, 1),
    (2, 3, 1), (4, 3, 1), (8, 3, 1), (8, 4, 2), (16, 4, 2), (8, 6, 4), (16, 6, 4),
  ]

  @Test(arguments: kinds)
  func `every pixel type of PNG is read with every filter`(
    kind: (depth: Int, kind: Int, samples: Int)
  ) async throws {
    try await forEachCase(of: 1...5) { seed in
      var random = Seeded(seed * 1000 + kind.depth * 10 + kind.kind)
      let width = 1 + random.below(90)
      let height = 1 + random.below(12)
      // Grays of any lightness; colors light or dark as a whole, so that no formula matters.
      let isColored = kind.samples > 2
      let largest = 1 << kind.depth - 1
      var alive: [CellRun] = []
      let rows = (0..<height).map { y in
        (0..<width).flatMap { x -> [Int] in
          let isDark = random.below(2) == 0
          let samples = (0..<kind.samples).map { _ in
            isColored
              ? random.below(largest / 3) + (isDark ? 0 : largest * 2 / 3)
              : random.below(largest + 1)
          }
          let isSeen = kind.kind & 4 == 0 || samples[kind.samples - 1] > largest / 2
          let level =
            kind.kind == 3 ? Self.palette[samples[0]] : samples[0] * 2 <= largest ? 0 : 255
          if isSeen, level == 0 { alive.append(CellRun(y: y, x: x, length: 1, state: 1)) }
          return samples
        }
      }
      let parts = [
        Self.header(width: width, height: height, depth: kind.depth, kind: kind.kind),
        kind.kind == 3
          ? Self.chunk("PLTE", data: Self.palette[...largest].flatMap { [$0, $0, $0] }) : [],
        Self.chunk("tEXt", data: Array("Comment".utf8)),
        try Self.pixels(rows, depth: kind.depth, samples: kind.samples),
      ]
      let pattern = try read(Self.file(parts), as: .png)
      #expect(pattern.cells == Cells(alive))
    }
  }

  static let palette: [UInt8] = (0..<256).map { $0 % 3 == 1 ? 255 : 0 }

  @Test func `a palette index that is not a state is refused`() throws {
    let colors = Self.chunk("PLTE", data: (0..<16).flatMap { _ in [0, 0, 0] as [UInt8] })
    let head = Self.header(width: 2, depth: 4, kind: 3)
    let bytes = Self.file([head, colors, try Self.pixels([[3, 4]], depth: 4, samples: 1)])
    var options = ReadOptions()
    options.rule = try Rule(parsing: "345/2/4")
    #expect(throws: ParseError.self) { try read(bytes, options: options) }
    options.rule = try Rule(parsing: "345/2/5")
    #expect(try read(bytes, options: options).cells.population == 2)
  }

  @Test func `patterns wider than an image can be are refused`() {
    let runs = [0, 1 << 40].map { CellRun(y: 0, x: $0, length: 1, state: 1) }
    for format in Format.images {
      #expect(throws: WriteError.self) { try written(Pattern(cells: Cells(runs)), as: format) }
    }
  }

  @Test func `transparent pixels of PNG are dead`() throws {
    let gray = Self.chunk("tRNS", data: [0, 3])
    let rows = [[0, 3, 9, 15, 3, 0]]
    #expect(try Self.art(depth: 4, kind: 0, chunks: [gray], rows: rows) == "O....O")
    let color = Self.chunk("tRNS", data: [0, 1, 0, 2, 0, 3])
    #expect(
      try Self.art(
        depth: 8, kind: 2, chunks: [color], rows: [[1, 2, 3, 1, 2, 4, 3, 2, 1]], samples: 3)
        == ".OO")
    let colors = Self.chunk("PLTE", data: [0, 0, 0, 0, 0, 0, 0, 0, 0])
    let alphas = Self.chunk("tRNS", data: [127, 128, 0, 0])
    #expect(
      try Self.art(depth: 2, kind: 3, chunks: [colors, alphas], rows: [[1, 0, 1, 2, 2, 1]])
        == "O.O..O")
    // Too short to mean anything.
    #expect(
      try Self.art(depth: 4, kind: 0, chunks: [Self.chunk("tRNS", data: [0])], rows: rows)
        == "OO..OO")
  }

  @Test(arguments: [(1, 0, 1), (4, 0, 1), (8, 0, 1), (16, 0, 1), (8, 2, 3)], [1, 3, 9, 20])
  func `interlaced PNG is read like other PNG`(
    form: (depth: Int, kind: Int, samples: Int), width: Int
  ) throws {
    var random = Seeded(width)
    let rows = (0..<2 * width).map { _ in
      (0..<width).flatMap { _ in
        let level = (1 << form.depth - 1) * random.below(2)
        return Array(repeating: level, count: form.samples)
      }
    }
    var data: [UInt8] = []
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    for (x, y, dx, dy) in passes where x < width && y < rows.count {
      let pass = stride(from: y, to: rows.count, by: dy).map { row in
        stride(from: x, to: width, by: dx).flatMap { column in
          let first = column * form.samples
          return rows[row][first..<first + form.samples]
        }
      }
      data += Self.filtered(pass, depth: form.depth, samples: form.samples)
    }
    let header = Self.header(
      width: width, height: rows.count, depth: form.depth, kind: form.kind, methods: [0, 0, 1])
    let file = Self.file([header, try Self.compressed(data)])
    let plain = try Self.art(
      depth: form.depth, kind: form.kind, chunks: [], rows: rows, samples: form.samples)
    #expect(try read(file, as: .png).picture == plain)
  }

  @Test(arguments: [
    ([chunk("IDAT", data: [])], "its header is missing"),
    ([chunk("IHDR", data: [0])], "its header is incomplete"),
    ([header(depth: 3, kind: 0)], "its header is invalid"),
    ([header(depth: 4, kind: 2)], "its header is invalid"),
    ([header(depth: 8, kind: 1)], "its header is invalid"),
    ([header(depth: 8, kind: 0, methods: [1, 0, 0])], "its header is invalid"),
    ([header(depth: 8, kind: 0, methods: [0, 1, 0])], "its header is invalid"),
    ([header(depth: 8, kind: 0, methods: [0, 0, 2])], "its header is invalid"),
    ([header(width: 0, depth: 8, kind: 0)], "an image of 0 × 1 pixels is not supported"),
    ([header(height: 1 << 27, depth: 8, kind: 0)], "pixels is not supported"),
    ([header(width: 1 << 26, depth: 16, kind: 6)], "pixels is not supported"),
    ([header(depth: 8, kind: 3), chunk("IDAT", data: [])], "it has no palette"),
    (
      [
        header(depth: 8, kind: 3),
        chunk("PLTE", data: Array(repeating: 0, count: 771)),
      ], "a chunk of 771 bytes"
    ),
    ([header(depth: 8, kind: 0), chunk("IEND", data: [])], "it has no pixels"),
  ])
  func `invalid headers and chunks of PNG are refused`(chunks: [[UInt8]], message: String) {
    let error = #expect(throws: ParseError.self) { try read(Self.file(chunks), as: .png) }
    #expect("\(error as Any)".contains(message), "\(error as Any)")
  }

  @Test(arguments: [
    ([[0, 0]], 0, "fewer pixels than its header declares"), ([[0], [0], [0]], 0, "more pixels"),
    ([[0], [0]], 5, "filter 5 is unknown"),
  ])
  func `invalid pixel data of PNG is refused`(rows: [[Int]], filter: Int, message: String) throws {
    let data = rows.flatMap { [UInt8(filter)] + $0.map { UInt8($0) } }
    let parts = [Self.header(height: 2, depth: 8, kind: 0), try Self.compressed(data)]
    let error = #expect(throws: ParseError.self) { try read(Self.file(parts), as: .png) }
    #expect("\(error as Any)".contains(message), "\(error as Any)")
  }
}

// MARK: - Writing them

extension PNGTests {
  /// A file of some chunks and the last one.
  private static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    return signature + chunks.joined() + chunk("IEND", data: [])
  }

  static func chunk(_ name: String, data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return UInt32(data.count).bigEndianBytes + body + CRC32(of: body).value.bigEndianBytes
  }

  static func header(
    width: Int = 1, height: Int = 1, depth: Int, kind: Int, methods: [UInt8] = [0, 0, 0]
  ) -> [UInt8] {
    let size = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
    return chunk("IHDR", data: size + [UInt8(depth), UInt8(kind)] + methods)
  }

  /// In chunks of three bytes, one of them empty.
  private static func compressed(_ data: [UInt8]) throws -> [UInt8] {
    var stream = DeflatedStream()
    let bytes = stream.bytes(of: try DeflatedPiece(data, isLast: true), isLast: true)
    return chunk("IDAT", data: [])
      + stride(from: 0, to: bytes.count, by: 3).flatMap {
        chunk("IDAT", data: Array(bytes[$0..<min($0 + 3, bytes.count)]))
      }
  }

  /// Rows of samples, each behind another filter.
  private static func filtered(_ rows: [[Int]], depth: Int, samples: Int) -> [UInt8] {
    let step = max(1, depth * samples / 8)
    var above = [UInt8](repeating: 0, count: (rows[0].count * depth + 7) / 8)
    var data: [UInt8] = []
    for (y, row) in rows.enumerated() {
      let line = packed(row, depth: depth)
      data.append(UInt8(y % 5))
      for (index, byte) in line.enumerated() {
        let west = index < step ? 0 : Int(line[index - step])
        let north = Int(above[index])
        let corner = index < step ? 0 : Int(above[index - step])
        let guess = west + north - corner
        let nearest = [west, north, corner].min { abs(guess - $0) < abs(guess - $1) }!
        let guesses = [0, west, north, (west + north) / 2, nearest]
        data.append(byte &- UInt8(guesses[y % 5]))
      }
      above = line
    }
    return data
  }

  private static func pixels(_ rows: [[Int]], depth: Int, samples: Int) throws -> [UInt8] {
    try compressed(filtered(rows, depth: depth, samples: samples))
  }

  private static func packed(_ row: [Int], depth: Int) -> [UInt8] {
    if depth == 16 { return row.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    var bytes = [UInt8](repeating: 0, count: (row.count * depth + 7) / 8)
    for (x, sample) in row.enumerated() {
      bytes[x * depth / 8] |= UInt8(sample << (8 - depth - x * depth % 8))
    }
    return bytes
  }

  /// The cells of an image with these chunks before its pixels.
  private static func art(
    depth: Int, kind: Int, chunks: [[UInt8]], rows: [[Int]], samples: Int = 1
  ) throws -> String {
    let size = header(width: rows[0].count / samples, height: rows.count, depth: depth, kind: kind)
    let data = try pixels(rows, depth: depth, samples: samples)
    return try read(file([size] + chunks + [data]), as: .png).picture
  }
}
