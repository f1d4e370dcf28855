/// What a key does.
enum PlayAction: Hashable, Sendable {
  case toggleRun, step, stepMore, nextChange, back, backMore, goTo, reset
  case faster, slower
  case pan(Int, Int), panFar(Int, Int)
  case zoomIn, zoomOut, zoomOne, fit, follow
  case theme, ages, grid, glyphs
  case edit, open, save, command, help, quit, suspend, redraw, cancel
  case undo, redo
  case toggleCell, select, selectAll, copy, cut, paste, erase, fill, randomize, line
  case rotate, flipX, flipY
  case draw(Int)
}
