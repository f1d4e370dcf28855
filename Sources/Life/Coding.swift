// Values that encoders write as their notation: `"B3/S23"`, `"T64,64"`, `"hashlife"`, `"fire"`.

extension Decoder {
  /// Makes a value from its notation.
  func value<Value>(_ make: (String) throws -> Value?) throws -> Value {
    let text = try String(from: self)
    var problem = "unknown name '\(text)'"
    do { if let value = try make(text) { return value } } catch { problem = "\(error)" }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: problem))
  }
}

extension Rule: Codable {
  /// Reads a rulestring or a name, like ``init(_:)``.
  public init(from decoder: any Decoder) throws { self = try decoder.value { try Rule($0) } }
  /// Writes the ``canonical`` rulestring.
  public func encode(to encoder: any Encoder) throws { try canonical.encode(to: encoder) }
}

extension Universe: Codable {
  /// Reads the notation, like ``init(_:)``.
  public init(from decoder: any Decoder) throws { self = try decoder.value { try Universe($0) } }
  /// Writes the notation.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Engine: Codable {
  /// Reads the ``name``.
  public init(from decoder: any Decoder) throws { self = try decoder.value(Engine.init(named:)) }
  /// Writes the ``name``.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension Theme: Codable {
  /// Reads the ``name``.
  public init(from decoder: any Decoder) throws { self = try decoder.value(Theme.init(named:)) }
  /// Writes the ``name``.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}
