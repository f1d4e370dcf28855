/// The measurements of a run, in a bounded number of points.
///
/// At the limit, pairs of adjacent points become one point with the minimum and maximum of both. An
/// oscillation then appears as a band, and no peak is lost.
package struct PlotSeries: Sendable {
  /// The measured quantities, in the order of the values of ``add(generation:_:)``.
  package enum Measure: Int, CaseIterable, Sendable {
    case population, births, deaths, width, height

    /// The column of a table with this measure.
    package var column: TableColumn {
      switch self {
      case .population: .population
      case .births: .births
      case .deaths: .deaths
      case .width, .height: .bounds
      }
    }
  }

  struct Point: Hashable {
    var generation: Double
    var low: [Double]
    var high: [Double]
  }

  /// The columns of a table whose measures are drawn; `nil` for all measures.
  private let columns: [TableColumn]?
  private(set) var points: [Point] = []
  /// The number of samples per point. The last point may have fewer.
  private var stride = 1
  private var samples = 0

  private static let maxPoints = 2048
  /// Larger numbers are clamped to this value, so arithmetic on plots stays finite.
  private static let greatest = 1e300

  package init(columns: [TableColumn]? = nil) { self.columns = columns }

  /// Adds a sample.
  ///
  /// - Parameter values: one per measure, or NaN if there is none.
  package mutating func add(generation: Double, _ values: [Double]) {
    precondition(values.count == Measure.allCases.count)
    let values = values.map(Self.drawable)
    let point = Point(generation: Self.drawable(generation), low: values, high: values)
    if samples % stride == 0 {
      if points.count == Self.maxPoints { halve() }
      points.append(point)
    } else {
      points[points.count - 1] = points[points.count - 1].joined(with: point)
    }
    samples += 1
  }

  private static func drawable(_ number: Double) -> Double {
    number.isNaN ? number : min(max(number, -greatest), greatest)
  }

  private mutating func halve() {
    points = Swift.stride(from: 0, to: points.count, by: 2).map { index in
      index + 1 < points.count ? points[index].joined(with: points[index + 1]) : points[index]
    }
    stride *= 2
  }

  /// The finite values of a measure; none if it is not drawn.
  func values(_ measure: Measure) -> [Double] {
    guard columns?.contains(measure.column) ?? true else { return [] }
    return points.flatMap { [$0.low[measure.rawValue], $0.high[measure.rawValue]] }
      .filter { $0.isFinite }
  }
}

extension PlotSeries.Point {
  fileprivate func joined(with other: PlotSeries.Point) -> PlotSeries.Point {
    PlotSeries.Point(
      generation: generation, low: zip(low, other.low).map { $0 < $1 ? $0 : $1 },
      high: zip(high, other.high).map { $0 > $1 ? $0 : $1 })
  }
}
