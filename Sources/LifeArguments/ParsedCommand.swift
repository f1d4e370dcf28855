/// A command as it was typed, or the help that was asked for in its place.
package enum ParsedCommand<C: Command> {
  case command(C)
  case help(HelpLength)
}
