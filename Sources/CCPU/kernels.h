#ifndef LIFE_KERNELS_H
#define LIFE_KERNELS_H

#include <stdbool.h>

// The arguments of the kernels: one structure for each, filled by an engine and read by the kernel.
// They are C structures because every CPU level must see the same layout, and because a Swift
// structure would bring functions that the levels share (see BoardKernel.swift).
//
// Rules are programs: a circuit's number (circuits.h) and the words that the circuit reads.
// Alternating rules have a program for each generation of a call, all with the same circuit.

// MARK: Boards

// One bit of a row.
typedef struct {
  long word;
  unsigned long long mask;
} life_board_bit;

// The ends of a row whose last column is not the last bit of a vector, and the two cells of the
// padding beside them, which the kernel keeps equal to the opposite ends, or dead on a plane.
typedef struct {
  life_board_bit first_column;
  life_board_bit last_column;
  life_board_bit east_of_last;
  life_board_bit west_of_first;
} life_board_edges;

// Rows of a board to be advanced by several generations in one pass over memory.
typedef struct {
  // Row 0 of the current generation; the rows are adjacent in memory.
  const unsigned long long *_Nonnull source;
  // Row 0 of the last generation; does not overlap the source.
  unsigned long long *_Nonnull target;
  // The rows of the generations between: 8 for each stage but the last, and 4 more.
  unsigned long long *_Nonnull ring;
  // A dead row.
  const unsigned long long *_Nonnull dead;
  // 17 vectors of eight words: 16 for the circuit, and one with the last bit in use. Their contents
  // do not matter.
  unsigned long long *_Nonnull scratch;
  // Null if the kernel can find the ends of a row without them.
  const life_board_edges *_Nullable edges;

  // Vectors of eight words in one plane of a row.
  long vectors;
  // Planes of a row, one after the other. The rule reads and writes the first; the others hold the
  // ages of dying cells or the marks of a History rule.
  long planes;
  // States of a cell, if there are ages; else 0.
  long states;
  // Row 0 of the cells beside walls, in one plane; null if there are no walls.
  const unsigned long long *_Nullable beside_walls;
  // Bits of each vector that are cells.
  long bits;
  // Rows of the board.
  long height;

  // The rows to make: first..<end.
  long first;
  long end;
  // Generations.
  long stages;

  // Whether the columns west of the first and east of the last vector can be read from the opposite
  // ends of the row: on a torus, or if there are `edges`.
  bool wraps;
  // Whether the northern and southern edges are joined.
  bool is_torus;

  // The program of the first generation, and the words from each to that of the next; 0 if all are
  // the same.
  const unsigned long long *_Nonnull program;
  long program_stride;
} life_board_band;

// MARK: Nodes

// Nodes of 32 x 32 cells, each made of four leaves of 16 x 16, whose successors are wanted: the
// 16 x 16 cells in the middle, some generations later.
typedef struct {
  // Leaf 0; the leaves are adjacent, four words each.
  const unsigned long long *_Nonnull leaves;
  // Four numbers of leaves for each node: nw, ne, sw, se.
  const unsigned int *_Nonnull nodes;
  long count;
  // 1, 2, 4 or 8.
  long generations;
  // 32 x 8 words, aligned to 64 bytes, whose contents do not matter.
  unsigned long long *_Nonnull scratch;
  // Receives four words for each node, a leaf.
  unsigned long long *_Nonnull successors;
  // The program of the first generation, and the words from each to that of the next; 0 if all are
  // the same.
  const unsigned long long *_Nonnull program;
  long program_stride;
} life_node_batch;

// MARK: Tiles

// Tiles of 48 x 48 cells to be advanced.
typedef struct {
  // Tile 0, which is dead and its own neighbor; the tiles are adjacent.
  unsigned long long *_Nonnull tiles;
  // The numbers of the tiles to advance. A tile and its southern neighbor, if that is the next one
  // of the list, are advanced at once.
  const unsigned int *_Nonnull list;
  long count;
  // The phase to read, of tiles and neighbors.
  long source;
  // The phase to write, another one. If it is negative, nothing is written but the window of the
  // last tile, to the first 64 words of the scratch.
  long target;
  // At most eight.
  long generations;
  // 45 x 8 words, aligned to 64 bytes, whose contents do not matter.
  unsigned long long *_Nonnull scratch;
  // Receives a word for each tile, if there is a target: its changes and live cells.
  unsigned int *_Nonnull results;
  // The program of the first generation, and the words from each to that of the next; 0 if all are
  // the same.
  const unsigned long long *_Nonnull program;
  long program_stride;
} life_tile_batch;

// MARK: Blocks

// Blocks of 16 rows of 64 cells to be advanced by one generation.
typedef struct {
  // Block 0, which is dead; the blocks are adjacent. A block holds 16 words of the lowest bits of
  // its states, then those of the next bits. Bit 0 of a word is the westmost cell.
  const unsigned long long *_Nonnull rows;
  // Eight numbers for each block, those of the blocks around it from north-west to south-east in
  // reading order; 0 where there is none.
  const long *_Nonnull neighbors;
  // The numbers of the blocks to advance.
  const long *_Nonnull list;
  long count;
  // States of a cell.
  long states;
  // Bits of a state.
  long planes;
  // Receives the next rows of each block of the list.
  unsigned long long *_Nonnull next;
  // Receives a word for each of them: its changes and live cells (BlockKernel.swift).
  unsigned int *_Nullable results;
  // 70 words, and 128 more for any circuit but that of Moore's neighborhood; their contents do not
  // matter.
  unsigned long long *_Nonnull scratch;
  const unsigned long long *_Nonnull program;
} life_block_batch;

// MARK: Soups

// A window of a board of 512 x 512 cells, to be advanced without what is around it.
//
// The board is eight planes; plane r holds the rows 8 b + r. The word of such a row for the columns
// 64 c to 64 c + 63 is word (9 r + c) * 64 + b of the board; column 8 is padding. So words that
// follow each other are rows at a distance of eight, as in the tiles of TileKernel. A window has
// the same order: row 8 l + r of column c is word (columns * r + c) * lanes + l.
typedef struct {
  unsigned long long *_Nonnull board;
  // The window's north-western corner, in blocks of 8 x 8 cells.
  long column;
  long row;
  // The width in words, and the height in blocks, a multiple of eight.
  long columns;
  long lanes;
  // The most generations, an even number; for a union of generations any number.
  long generations;
  // Whether to stop when cells near the edge differ from those of the start.
  bool stops;
  // Four windows and 128 words, aligned to 64 bytes, whose contents do not matter.
  unsigned long long *_Nonnull scratch;
  // The cells in the outermost two rings, which are those of the start in all even generations, in
  // a mask for each column of words together with one for each row: 8 words, then 8 * `lanes` in
  // the order of a window; then the same for the outermost four rings.
  const unsigned long long *_Nonnull rings;
  // Receives the window, then the number of generations, then words of the blocks that differ from
  // those of two generations before, then words of the blocks with live cells: block k of lane l is
  // bit 8 (l % 8) + k % 8 of word k / 8 * lanes / 8 + l / 8.
  unsigned long long *_Nonnull result;
  const unsigned long long *_Nonnull program;
} life_soup_window;

// Blocks of a window to be written to a board.
typedef struct {
  unsigned long long *_Nonnull board;
  long column;
  long row;
  long columns;
  long lanes;
  const unsigned long long *_Nonnull cells;
  // The cells to write are those in both of a mask for each column of words, and one for each lane.
  const unsigned long long *_Nonnull column_mask;
  const unsigned long long *_Nonnull lane_mask;
} life_soup_blocks;

// MARK: Tallies

// Eight rows of 64 cells, a byte each, to be advanced by one generation of a rule that looks at how
// many of the eight neighbors are of either of two kinds (TallyTransition).
typedef struct {
  // Ten rows of `pitch` bytes: the eight, and those north and south of them. The first cell of a
  // row is byte 8, its western neighbor byte 7, and the eastern neighbor of its last cell byte 72.
  const unsigned char *_Nonnull source;
  long pitch;
  // Eight rows of 64 bytes, equal to the source in blocks that are not wanted.
  unsigned char *_Nonnull target;
  // A bit for each eight columns: whether they are wanted.
  unsigned long long wanted;
  // Receives a bit for each eight columns: whether the target differs from the source there.
  unsigned long long changed;

  // For each of 16 states what it adds to the sum of its neighbors.
  const unsigned char *_Nonnull weights;
  // For each of 16 states where its successors begin in `next`.
  const unsigned char *_Nonnull centers;
  // For each sum what it adds to that place.
  const unsigned char *_Nonnull sums;
  // The next states.
  const unsigned char *_Nonnull next;
  // The lengths of `sums` and `next`, in blocks of 16 bytes.
  long sum_blocks;
  long next_blocks;
} life_tally_band;

// MARK: Weighted sums

// Rows of a board to be advanced by one generation of a Larger than Life rule. Each cell has a byte
// for its weight and one for its state; they are the same bytes if only state 1 has a weight, which is
// 1, and there are two states.
typedef struct {
  // Column 0 of row 0 of the board that is read.
  const unsigned char *_Nonnull weights;
  const unsigned char *_Nonnull states;
  // The same of the board that is written.
  unsigned char *_Nonnull next_weights;
  unsigned char *_Nonnull next_states;
  // Bytes from one row to the next.
  long stride;
  // Groups of 64 cells in a row.
  long groups;
  // Cells in a row.
  long width;
  // The rows to make: first..<end.
  long first;
  long end;

  // Whether differences are integrated from row to row as well as along rows.
  bool accumulates;
  // Bits of a sum: 16 or 32.
  long lane_bits;
  // Bits of a state.
  long planes;
  long state_count;
  // The weight of each state; null if only state 1 has one, which is 1.
  const signed char *_Nullable state_weights;

  // 1, or 2 if the neighborhood of a cell depends on whether its column and row add up to an even
  // number.
  long neighborhoods;
  // The distance in bytes and the factor of each difference, for one neighborhood after the other:
  // the differences along a row, and the differences of these to the row to the north.
  const long *_Nonnull offsets;
  const int *_Nonnull factors;
  // For each such list where the differences of factor 1 begin, those of -1, the others, and where
  // they end.
  const long *_Nonnull places;
  // The least sum of each range and the length of the range less one, for births and survivals.
  const int *_Nonnull births;
  long birth_count;
  const int *_Nonnull survivals;
  long survival_count;
  // 1 if column and row of the north-western cell add up to an odd number.
  long odd_corner;

  // Where summing starts, in cells west of column 0; all sums are 0 there.
  long lead;
  // Rows of lead + 64 * groups sums of four bytes, two for each neighborhood.
  unsigned char *_Nonnull sums;
  // Receives the union of the live cells of all rows, a word for each group.
  unsigned long long *_Nonnull columns;
  // Receives the first and the last row with live cells, and the number of live cells.
  long *_Nonnull found;
} life_sum_band;

// Four planes of a row, to which a table of 16 numbers is applied.
typedef struct {
  const unsigned long long *_Nonnull a;
  const unsigned long long *_Nonnull b;
  const unsigned long long *_Nonnull c;
  const unsigned long long *_Nonnull d;
  // The planes to make, which may be the same.
  unsigned long long *_Nonnull next_a;
  unsigned long long *_Nonnull next_b;
  unsigned long long *_Nonnull next_c;
  unsigned long long *_Nonnull next_d;
  // Words of a plane: a multiple of eight.
  long words;
  // Four leaves of four bits for each result.
  unsigned long long table;
  // 16 vectors of eight words.
  unsigned long long *_Nonnull scratch;
} life_particle_row;

#endif
