internal import CCPU
internal import LifeCore
internal import LifeEngines
internal import LifeKernels

/// A rule prepared to step the blocks of a ``SmallBoard`` or a ``BlockPlane``, see ``StateRows``.
@safe
final class BlockRule: Sendable {
  /// The number of bit-planes that hold a state.
  let planes: Int
  private let states: Int
  private let circuit: Circuit
  /// Whether all generations have the same rule.
  var isUniform: Bool { circuit.count == 1 }
  private let advanceBlocks: @Sendable (UnsafePointer<life_block_batch>) -> Void
  /// The number of words of scratch memory for the kernel.
  private let scratchSize: Int

  /// Returns `nil` unless the rule has two states or is a Generations rule, with a range of 1.
  init?(_ rule: Rule, level: CPULevel = .best) {
    switch rule.phases[0].rule.family {
    case .twoState, .generations: break
    default: return nil
    }
    guard let circuit = Circuit(liveCellsOf: rule) else { return nil }
    self.circuit = circuit
    states = rule.states
    planes = rule.planes
    unsafe advanceBlocks = Kernels(level).advanceBlocks
    scratchSize = circuit.number == life_circuit_moore ? 70 : 70 + 128
  }

  /// Computes the next generation of the given blocks.
  ///
  /// - Parameters:
  ///   - blocks: the numbers of the blocks.
  ///   - rows: the cells of all blocks.
  ///   - neighbors: the eight neighbors of each block, see ``BlockMap/neighbors``.
  ///   - rulePhase: the number of the rule's phase.
  ///   - next: room for the next rows of the given blocks, one block after the other.
  ///   - results: room for the kernel's result for each block.
  @unsafe
  func advance(
    _ blocks: Span<Int>, of rows: StateRows, neighbors: [Int], rulePhase: Int = 0,
    into next: UnsafeMutablePointer<UInt64>, results: UnsafeMutablePointer<UInt32>? = nil
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: scratchSize) { scratch in
      unsafe circuit.advanced(by: rulePhase).withPrograms { program, _ in
        unsafe blocks.withUnsafeBufferPointer { blocks in
          unsafe neighbors.withUnsafeBufferPointer { neighbors in
            unsafe rows.words.withUnsafeBufferPointer { rows in
              var batch = unsafe life_block_batch(
                rows: rows.baseAddress!, neighbors: neighbors.baseAddress!,
                list: blocks.baseAddress!, count: blocks.count, states: states, planes: planes,
                next: next, results: results, scratch: scratch.baseAddress!,
                program: program)
              unsafe advanceBlocks(&batch)
            }
          }
        }
      }
    }
  }
}
