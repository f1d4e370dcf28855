/// The operands of a command in order: how many words each takes, and where to store them.
///
///     .one("INPUT", help: "…", sets: \.input)
///       .then(.many("OUTPUT", isOptional: true, help: "…", appends: \.outputs))
package struct Operands<C> {
  private let parts: [(declaration: OperandDeclaration, store: Store<C>)]
  /// Whether an option replaces all operands.
  private var isReplaced: (C) -> Bool = { _ in false }

  package static var none: Self { Operands(parts: []) }

  package static func one<V: ValueParsable>(
    _ metavar: String, isOptional: Bool = false, help: String,
    completes completion: Completion = V.completion, sets path: WritableKeyPath<C, V>
  ) -> Self {
    Operands(
      metavar, help: help, completion: completion, from: isOptional ? 0 : 1, to: 1,
      store: path.setter)
  }

  package static func many<V: ValueParsable>(
    _ metavar: String, isOptional: Bool = false, help: String,
    completes completion: Completion = V.completion, appends path: WritableKeyPath<C, [V]>
  ) -> Self {
    Operands(
      metavar, help: help, completion: completion, from: isOptional ? 0 : 1, to: nil,
      store: path.appender())
  }

  /// These operands followed by others.
  package func then(_ more: Self) -> Self { Operands(parts: parts + more.parts) }

  /// The same operands; they may be omitted if an option replaces them.
  package func orOption(_ isGiven: @escaping (C) -> Bool) -> Self {
    var operands = self
    operands.isReplaced = isGiven
    return operands
  }

  package var declarations: [OperandDeclaration] { parts.map { $0.declaration } }

  /// Whether a command line without operands may mean standard input: only if a single pattern is
  /// required.
  package func canReadInput(_ command: C) -> Bool {
    !isReplaced(command) && declarations.first?.completion == .pattern
      && declarations.map(\.minimum).reduce(0, +) == 1
  }

  /// Assigns `words` from left to right. Each operand gets its minimum; the rest go to the first
  /// operands with room for more.
  package func store(_ words: [Argument], in command: inout C) throws(UsageError) {
    if words.isEmpty, isReplaced(command) { return }
    try check(words)
    var spare = words.count - declarations.map(\.minimum).reduce(0, +)
    var rest = words[...]
    for (wanted, store) in parts {
      let extra = min(spare, wanted.maximum.map { $0 - wanted.minimum } ?? spare)
      spare -= extra
      for word in rest.prefix(wanted.minimum + extra) {
        do {
          try store(&command, word)
        } catch {
          throw UsageError(error, of: wanted.metavar, in: word)
        }
      }
      rest = rest.dropFirst(wanted.minimum + extra)
    }
  }
}

extension Operands {
  private init(
    _ metavar: String, help: String, completion: Completion, from minimum: Int,
    to maximum: Int?, store: @escaping Store<C>
  ) {
    let declaration = OperandDeclaration(
      metavar: metavar, help: help, completion: completion, minimum: minimum, maximum: maximum)
    parts = [(declaration, store)]
  }

  private func check(_ words: [Argument]) throws(UsageError) {
    var needed = 0
    for declaration in declarations {
      needed += declaration.minimum
      if words.count < needed { throw UsageError("missing operand \(declaration.metavar)") }
    }
    let maxima = declarations.compactMap(\.maximum)
    let maximum = maxima.reduce(0, +)
    if maxima.count == parts.count, words.count > maximum {
      throw UsageError("unexpected operand '\(words[maximum])'")
    }
  }
}
