import LifeCore

/// A rectangle of cells. Coordinates and sizes are at most 2⁵⁹.
public struct Window: Hashable, Codable, Sendable {
  /// The westmost column.
  public var x: Int
  /// The northmost row.
  public var y: Int
  /// The number of columns, possibly 0.
  public var width: Int
  /// The number of rows, possibly 0.
  public var height: Int

  /// The window with its north-western cell at (`x`, `y`).
  ///
  /// - Precondition: the sizes are from 0 to 2⁵⁹, and the coordinates from -2⁵⁹ to 2⁵⁹.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    if let problem { preconditionFailure(problem) }
  }

  /// The rectangle of a bounding box. Returns `nil` if its coordinates or sizes are beyond 2⁵⁹.
  public init?(_ bounds: Bounds) {
    guard let x = Int(exactly: bounds.x), let y = Int(exactly: bounds.y),
      let width = Int(exactly: bounds.width), let height = Int(exactly: bounds.height)
    else { return nil }
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    if problem != nil { return nil }
  }

  /// Reads a window with the bounds of ``init(x:y:width:height:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    x = try container.decode(Int.self, forKey: .x)
    y = try container.decode(Int.self, forKey: .y)
    width = try container.decode(Int.self, forKey: .width)
    height = try container.decode(Int.self, forKey: .height)
    if let problem {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: problem))
    }
  }

  /// What is wrong with the numbers. `nil` for a window.
  private var problem: String? {
    if width < 0 || height < 0 { return "a window cannot have a negative size" }
    let isSmall = [x, y, width, height].allSatisfy { $0.isWithin(1 << 59) }
    return isSmall ? nil : "a window is too large"
  }

  var absolute: LifeCore.Bounds {
    LifeCore.Bounds(from: .origin.moved(byX: x, y: y), width: width, height: height)
  }
}

/// A bounding box: the smallest rectangle around all live cells, at any distance from the origin.
public struct Bounds: Hashable, Codable, Sendable {
  /// The westmost column.
  public var x: BigInt
  /// The northmost row.
  public var y: BigInt
  /// The number of columns, at least 1.
  public var width: BigInt
  /// The number of rows, at least 1.
  public var height: BigInt

  init(_ bounds: LifeCore.Bounds) {
    x = BigInt(bounds.x)
    y = BigInt(bounds.y)
    width = BigInt(bounds.width)
    height = BigInt(bounds.height)
  }
}
