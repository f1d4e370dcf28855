import LifeCommand

/// The program `life`.
///
/// Everything is in LifeCommand, which the tests link, too. Only this module is linked statically,
/// which a test bundle cannot be.
@main
struct LifeProgram {
  static func main() { LifeCommandLine.main() }
}
