/// Colors and names of a rule's states, as far as its file gives them.
package struct Legend: Hashable, Sendable {
  package struct Color: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  package var colors: [State: Color] = [:]
  package var names: [State: String] = [:]

  package init() {}

  /// This legend, with the other's colors if it has no colors and the other's names if it has none.
  func completed(from other: Legend) -> Legend {
    var result = self
    if colors.isEmpty { result.colors = other.colors }
    if names.isEmpty { result.names = other.names }
    return result
  }
}
