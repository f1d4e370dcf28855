import LifeArguments
import LifeRender

/// The color of dead cells as typed: a color, which may be half transparent, or `transparent`.
struct Background: Hashable, ValueParsable {
  var color: Color
  var opacity: UInt8

  init(color: Color, opacity: UInt8) {
    self.color = color
    self.opacity = opacity
  }

  init(argument: Argument) throws(ValueError) {
    if argument.text == "transparent" {
      self.init(color: .black, opacity: 0)
      return
    }
    guard let parts = Color.parts(of: argument.text) else {
      throw ValueError("expected a color such as '#ffcc00', '#fc0' or 'black', or 'transparent'")
    }
    self.init(color: parts.color, opacity: parts.opacity)
  }
}
