import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// What a film is made of and where it goes.
struct FilmOrder {
  var kind: FilmKind
  var target: Target
  var director: Director
  /// How many pictures are expected.
  var pictures: Int
  /// For drawing.
  var threads = 1

  var options: FilmView { director.options }
}

/// A picture for every sample, drawn and written beside the engine.
final class FilmRecorder: Recorder {
  private let order: FilmOrder
  private var camera: Camera?
  private var reel: FilmReel?
  private var projector: Projector?

  init(_ order: FilmOrder) { self.order = order }

  /// Frames that go round: one that is filled, one that is drawn, and one between; a single one if
  /// they are huge.
  private static func frames(_ size: FrameShape) -> Int {
    size.pixelWidth * size.pixelHeight > 1 << 27 ? 1 : 3
  }

  func record(_ stepper: any Stepper, isLast: Bool) throws {
    if projector == nil { try begin(stepper) }
    let frame = try projector!.blank()
    let look = order.options.look
    try camera!.take(stepper, into: frame, look.curve)
    if look.hasLabel {
      frame.caption = ["gen \(stepper.generation)", "pop \(stepper.population)"].map(\.shortened)
    }
    try projector!.show(frame)
  }

  private func begin(_ stepper: any Stepper) throws {
    let camera = try order.director.camera(for: stepper)
    guard max(camera.size.pixelWidth, camera.size.pixelHeight) <= order.kind.largestSide else {
      throw Failed(
        .usage,
        "life: a \(order.kind) is at most \(order.kind.largestSide) pixels wide and high; use "
          + "--scale 1/K or another format")
    }
    let look = order.options.look
    let colors = StateColors.usual(for: order.director.rule)
    let reel = FilmReel(order, camera.size, camera.coloring(look, colors))
    let frames = try (0..<Self.frames(camera.size)).map { _ in try Frame(camera.size) }
    self.camera = camera
    self.reel = reel
    projector = Projector(frames) { try reel.add($0) }
  }

  func finish() throws {
    try projector?.finish()
    projector = nil
    try reel?.finish()
    reel = nil
  }
}

extension String {
  /// A long number as its beginning and its length.
  fileprivate var shortened: String {
    utf8.count <= 24 ? self : "\(prefix(12))… (\(utf8.count - 4) digits)"
  }
}

/// The film itself: opens its files, draws, and writes.
private final class FilmReel {
  private let order: FilmOrder
  private let format: FilmFormat
  private let painter: Painter
  private let crew: Crew
  private var output: ByteWriter?
  private var writer: (any FrameWriter)?
  private var index = 0

  init(_ order: FilmOrder, _ size: FrameShape, _ coloring: Coloring) {
    self.order = order
    crew = Crew(order.threads)
    painter = Painter(coloring, order.options.look, crew: crew)
    var format = FilmFormat(size, coloring.palette)
    format.rate = order.options.rate
    format.chroma = order.options.chroma
    format.pictures = order.target.isNumbered ? 1 : order.pictures
    self.format = format
  }

  func add(_ frame: Frame) throws {
    let picture = try painter.paint(frame)
    if writer == nil { try begin(frame.generation) }
    try writer!.append(picture)
    index += 1
    if order.target.isNumbered { try finish() }
  }

  private func begin(_ generation: BigInt) throws {
    let output = try open(order.target.path(index: index, generation: generation))
    self.output = output
    var writer = order.kind.makeWriter(to: output, format, crew: crew)
    try writer.begin()
    self.writer = writer
  }

  private func open(_ path: Path) throws -> ByteWriter {
    let (kind, format, replacing) = (order.kind, format, order.target.isReplacing)
    guard kind.isEncoded else {
      return try openOutput(path, replacing: replacing, compressed: path.isGzipName)
    }
    return ByteWriter(
      try ProgramSink(VideoFile.program, creating: path, replacing: replacing) {
        VideoFile.arguments(kind, format, output: $0, isPipe: $1)
      })
  }

  func finish() throws {
    try writer?.finish()
    try output?.finish()
    writer = nil
    output = nil
  }
}
