// check: runs the kernels on random cells and counts the results that differ from a plain loop.
// Prints a line for each kernel, and exits with 1 if any result differs.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "circuits.h"
#include "kernels.h"

extern void advance_nodes(const life_node_batch *);
extern void advance_board(const life_board_band *);
extern void advance_tiles(const life_tile_batch *);
extern void advance_blocks(const life_block_batch *);
extern void advance_sums(const life_sum_band *);
extern void advance_tallies(life_tally_band *);
extern void advance_soup(const life_soup_window *);
extern void isotropic_classes(unsigned char *, unsigned long long *);

typedef unsigned long long word;

static word seed = 1;

// SplitMix64.
static word random_word(void) {
  word z = seed += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static int random_below(int limit) { return random_word() % limit; }

static void *aligned(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  memset(memory, 0, (bytes + 63) / 64 * 64);
  return memory;
}

// MARK: Rules

// A program, and the next state of each of the 512 neighborhoods; north-west is bit 8 of the index,
// the cell itself bit 4, south-east bit 0.
typedef struct {
  word program[16];
  unsigned char next[512];
} rule;

static unsigned char classes[512];

static int next_of(const word *program, int index) {
  word circuit = program[0];
  int center = index >> 4 & 1;
  int neighbors = index & ~16;
  if (circuit == life_circuit_hexagon) neighbors &= ~(1 << 6 | 1 << 2);
  if (circuit == life_circuit_cross) neighbors &= 1 << 7 | 1 << 5 | 1 << 3 | 1 << 1;
  if (circuit <= life_circuit_cross)
    return program[1 + center] >> __builtin_popcount(neighbors) & 1;
  if (circuit == life_circuit_north) return program[1] >> (center ? 8 : index >> 6) & 1;
  if (circuit == life_circuit_isotropic)
    return program[1 + classes[index] / 64] >> classes[index] % 64 & 1;
  // The tree of TableRules.swift: a choice adds what differs.
  int next = 0;
  for (int leaf = 0; leaf < 128; leaf++) {
    if (leaf & ~(index >> 2)) continue;
    word function = program[1 + leaf / 16] >> leaf % 16 * 4;
    next ^= function >> (index & 3) & 1;
  }
  return next;
}

// Dead cells without live neighbors stay dead if the rule is `quiet`.
static rule random_rule(word circuit, int quiet) {
  rule r = {{circuit}, {0}};
  for (int i = 1; i < 16; i++) r.program[i] = random_word();
  // Sparse births keep tables near rules that people use.
  if (circuit <= life_circuit_cross && random_below(2)) r.program[1] &= random_word() & ~1ull;
  // The rules that have loops of their own, and that of an isotropic rule.
  static const word common[4][2] = {{8, 12}, {0x48, 12}, {0x1c8, 0x1d8}, {4, 0}};
  if (circuit == life_circuit_moore && random_below(2))
    memcpy(r.program + 1, common[random_below(4)], 16);
  if (circuit == life_circuit_isotropic && random_below(4) == 0) {
    r.program[1] = life_just_friends_first;
    r.program[2] = life_just_friends_last;
  }
  if (quiet) r.program[1] &= ~1ull;
  for (int index = 0; index < 512; index++) r.next[index] = next_of(r.program, index);
  return r;
}

// MARK: The plain loop

// Cells by bytes, a row after the other. `joined` edges are those of a torus.
typedef struct {
  int width, height, joined, states;
  unsigned char *cells;
} grid;

static grid make_grid(int width, int height, int joined, int states) {
  grid g = {width, height, joined, states, calloc(width, height)};
  int density = 1 + random_below(4);
  for (int i = 0; i < width * height; i++)
    g.cells[i] = random_below(5) < density ? random_below(states) : 0;
  return g;
}

static int at(grid g, int x, int y) {
  if (g.joined) {
    x = (x % g.width + g.width) % g.width;
    y = (y % g.height + g.height) % g.height;
  }
  if (x < 0 || y < 0 || x >= g.width || y >= g.height) return 0;
  return g.cells[y * g.width + x];
}

static void advance(grid g, rule r) {
  unsigned char *next = malloc(g.width * g.height);
  for (int y = 0; y < g.height; y++) {
    for (int x = 0; x < g.width; x++) {
      int index = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) index = index << 1 | (at(g, x + dx, y + dy) == 1);
      int state = at(g, x, y);
      int older = state + 1 == g.states ? 0 : state + 1;
      next[y * g.width + x] = state > 1 ? older : r.next[index] ? 1 : state == 1 ? older : 0;
    }
  }
  memcpy(g.cells, next, g.width * g.height);
  free(next);
}

// The circuit in turn, and two rules of it: half of the pairs are equal.
static void random_rules(int round, rule pair[2]) {
  static const word circuits[] = {life_circuit_moore, life_circuit_hexagon, life_circuit_cross,
                                  life_circuit_isotropic, life_circuit_map, life_circuit_north};
  pair[0] = random_rule(circuits[round % 6], 0);
  pair[1] = random_below(2) ? random_rule(circuits[round % 6], 0) : pair[0];
}

static int bit(const word *words, long index) { return words[index / 64] >> index % 64 & 1; }

static void set(word *words, long index, int value) {
  words[index / 64] |= (word)value << index % 64;
}

// MARK: Kernels

// The programs of up to eight generations, one rule after the other, and the words between them: 0
// if the rules are the same.
static word programs[8 * 16];
static long stride_of(const rule *rules) {
  for (int i = 0; i < 8; i++) memcpy(programs + 16 * i, rules[i & 1].program, 16 * 8);
  return memcmp(rules[0].program, rules[1].program, 16 * 8) ? 16 : 0;
}

// A node of 32 x 32 cells whose successor is exact for up to eight generations.
static int node_differs(int round) {
  rule rules[2];
  random_rules(round, rules);
  grid g = make_grid(32, 32, 0, 2);
  word leaves[16] = {0}, successor[4], *scratch = aligned(256 * 8);
  unsigned nodes[4] = {0, 1, 2, 3};
  for (int y = 0; y < 32; y++)
    for (int x = 0; x < 32; x++) {
      int leaf = y / 16 * 2 + x / 16, block = y / 8 % 2 * 2 + x / 8 % 2;
      set(leaves + 4 * leaf + block, y % 8 * 8 + x % 8, at(g, x, y));
    }
  int generations = 1 << random_below(4);
  life_node_batch batch = {leaves,  nodes,     1,                generations,
                           scratch, successor, programs, stride_of(rules)};
  advance_nodes(&batch);
  for (int i = 0; i < generations; i++) advance(g, rules[i & 1]);
  int differs = 0;
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 16; x++) {
      int block = y / 8 * 2 + x / 8;
      differs |= bit(successor + block, y % 8 * 8 + x % 8) != at(g, x + 8, y + 8);
    }
  free(scratch), free(g.cells);
  return differs;
}

// A torus whose rows fill their vectors, or a bounded plane; two states or ages.
static int board_differs(int round) {
  rule rules[2];
  random_rules(round, rules);
  int joined = random_below(2), vectors = 1 + random_below(3), height = 1 + random_below(40);
  int bits = joined ? 512 : 1 + random_below(512), width = bits * vectors;
  int states = random_below(3) ? 2 : 3 + random_below(6), planes = 1;
  while (states > 2 && states - 1 > 1 << (planes - 1)) planes++;
  int stages = 1 + random_below(6), plane = vectors * 8, stride = planes * plane;
  grid g = make_grid(width, height, joined, states);
  word *source = aligned(height * stride * 8), *target = aligned(height * stride * 8);
  word *ring = aligned((8 * stages + 4) * stride * 8), *dead = aligned(stride * 8);
  word *scratch = aligned(17 * 64);
  // The first plane has the live cells, the others the ages of dying ones: state 2 has age 1.
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int state = at(g, x, y);
      for (int p = 0; p < planes; p++)
        set(source + y * stride + p * plane + x % vectors * 8, x / vectors,
            p == 0 ? state == 1 : state > 1 && (state - 1) >> (p - 1) & 1);
    }
  life_board_band band = {
      source, target, ring, dead, scratch, NULL, vectors, planes, states > 2 ? states : 0, NULL,
      bits, height, 0, height, stages, joined, joined, programs, stride_of(rules)};
  advance_board(&band);
  for (int i = 0; i < stages; i++) advance(g, rules[i & 1]);
  int differs = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int state = 0;
      for (int p = planes - 1; p >= 0; p--) {
        int set = bit(target + y * stride + p * plane + x % vectors * 8, x / vectors);
        state = p == 0 ? (state ? state + 1 : set) : state << 1 | set;
      }
      differs |= state != at(g, x, y);
    }
  free(source), free(target), free(ring), free(dead), free(scratch), free(g.cells);
  return differs;
}

// A torus of tiles of 48 x 48 cells, eight generations at once.
static int tiles_differ(int round) {
  enum { columns = 3, rows = 4, count = columns * rows, words = 152 };
  rule rules[2];
  random_rules(round, rules);
  grid g = make_grid(48 * columns, 48 * rows, 1, 2);
  word *tiles = aligned((count + 1) * words * 8), *scratch = aligned(360 * 8);
  unsigned list[count], results[count];
  for (int tile = 0; tile < count; tile++) {
    // By columns, so that a tile is followed by the one south of it, or in a random order.
    list[tile] = tile + 1;
    int x = tile / rows, y = tile % rows;
    static const int dx[8] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
    word *here = tiles + (tile + 1) * words;
    for (int i = 0; i < 8; i++) {
      int column = (x + dx[i] + columns) % columns, row = (y + dy[i] + rows) % rows;
      here[i / 2] |= (word)(column * rows + row + 1) << i % 2 * 32;
    }
    for (int row = 0; row < 48; row++)
      for (int column = 0; column < 48; column++)
        set(here + 8 + row, 8 + column, at(g, 48 * x + column, 48 * y + row));
  }
  for (int i = count - 1; i > 0 && round & 1; i--) {
    int other = random_below(i + 1);
    unsigned tile = list[i];
    list[i] = list[other], list[other] = tile;
  }
  life_tile_batch batch = {tiles, list,    count,   0,                1,
                           8,     scratch, results, programs, stride_of(rules)};
  advance_tiles(&batch);
  for (int i = 0; i < 8; i++) advance(g, rules[i & 1]);
  int differs = 0;
  for (int i = 0; i < count; i++) {
    int x = (list[i] - 1) / rows, y = (list[i] - 1) % rows, any = 0;
    for (int row = 0; row < 48; row++)
      for (int column = 0; column < 48; column++) {
        int cell = at(g, 48 * x + column, 48 * y + row);
        any |= cell;
        differs |= bit(tiles + list[i] * words + 56 + row, 8 + column) != cell;
      }
    // The target was dead, so changes are live cells.
    differs |= (results[i] >> 8 & 1) != any || (results[i] >> 24 & 1) != any;
  }
  free(tiles), free(scratch), free(g.cells);
  return differs;
}

// A torus of blocks of 64 x 16 cells; two states or ages.
static int blocks_differ(int round) {
  enum { columns = 3, rows = 3, count = columns * rows };
  rule rules[2];
  random_rules(round, rules);
  int states = random_below(2) ? 2 : 3 + random_below(6), planes = 1;
  while (states > 1 << planes) planes++;
  grid g = make_grid(64 * columns, 16 * rows, 1, states);
  word *blocks = aligned((count + 1) * planes * 128), *next = aligned(count * planes * 128);
  word *scratch = aligned(198 * 8);
  long neighbors[8 * (count + 1)] = {0}, list[count];
  unsigned results[count];
  for (int block = 0; block < count; block++) {
    list[block] = block + 1;
    int i = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int column = (block % columns + dx + columns) % columns;
        int row = (block / columns + dy + rows) % rows;
        if (dx || dy) neighbors[8 * (block + 1) + i++] = row * columns + column + 1;
      }
    for (int y = 0; y < 16; y++)
      for (int x = 0; x < 64; x++)
        for (int p = 0; p < planes; p++)
          set(blocks + ((block + 1) * planes + p) * 16 + y, x,
              at(g, block % columns * 64 + x, block / columns * 16 + y) >> p & 1);
  }
  life_block_batch batch = {blocks, neighbors, list,    count,   states,
                            planes, next,      results, scratch, rules[0].program};
  advance_blocks(&batch);
  advance(g, rules[0]);
  int differs = 0;
  for (int block = 0; block < count; block++)
    for (int y = 0; y < 16; y++)
      for (int x = 0; x < 64; x++) {
        int state = 0;
        for (int p = 0; p < planes; p++)
          state |= bit(next + (block * planes + p) * 16 + y, x) << p;
        differs |= state != at(g, block % columns * 64 + x, block / columns * 16 + y);
      }
  free(blocks), free(next), free(scratch), free(g.cells);
  return differs;
}

// A bounded board of a Larger than Life rule with weights, whose sums are integrated from the
// differences along a row, or along rows and columns.
static int sums_differ(int round) {
  enum { lead = 64, margin = 128, rows = 24, most = 11 };
  int range = 1 + random_below(5), groups = 1 + random_below(3), accumulates = round & 1;
  int width = 64 * groups - random_below(64), stride = 2 * margin + 64 * groups;
  int size = (rows + 2 * most) * stride;
  unsigned char *now = aligned(size), *next = aligned(size);
  unsigned char *sums = aligned(2 * (lead + 64 * groups) * 4);
  long corner = most * stride + margin;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < width; x++) now[corner + y * stride + x] = random_below(2);

  // Weights of the neighborhood, with a ring of zeros around it.
  int weights[2 * most][2 * most] = {{0}};
  for (int y = -range; y <= range; y++)
    for (int x = -range; x <= range; x++)
      weights[y + range + 1][x + range + 1] = round & 2 ? 1 : random_below(5) - 2;

  // For each list its differences of factor 1, those of -1, and the others.
  static long offsets[4 * most * most * 2];
  static int factors[4 * most * most * 2];
  long places[8], count = 0;
  for (int list = 0; list < 2; list++)
    for (int kind = 0; kind < 4; kind++) {
      places[4 * list + kind] = count;
      for (int y = 0; y < 2 * range + 2 && kind < 3; y++)
        for (int x = 0; x < 2 * range + 2; x++) {
          int factor = weights[y][x] - weights[y][x + 1];
          if (list == 1 && accumulates) factor -= weights[y + 1][x] - weights[y + 1][x + 1];
          if (factor == 0 || kind != (factor == 1 ? 0 : factor == -1 ? 1 : 2)) continue;
          offsets[count] = (y - range - 1) * stride + x - range - 1;
          factors[count++] = factor;
        }
    }
  int ranges[2][4];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      ranges[i][2 * j] = random_below(2 * range * range + 2);
      ranges[i][2 * j + 1] = random_below(range * range + 1);
    }
  word columns[3] = {0};
  long found[3] = {rows, -1, 0}, last = -1, population = 0;
  life_sum_band band = {now + corner, now + corner, next + corner, next + corner, stride, groups,
                        width, 0, rows, accumulates, random_below(2) ? 16 : 32, 1, 2, NULL, 1,
                        offsets, factors, places, ranges[0], random_below(3), ranges[1],
                        random_below(3), 0, lead, sums, columns, found};
  advance_sums(&band);
  int differs = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < width; x++) {
      const unsigned char *cell = now + corner + y * stride + x;
      int sum = 0, wanted = 0, state = *cell;
      for (int dy = -range; dy <= range; dy++)
        for (int dx = -range; dx <= range; dx++)
          sum += weights[dy + range + 1][dx + range + 1] * cell[dy * stride + dx];
      for (int j = 0; j < (state ? band.survival_count : band.birth_count); j++) {
        int least = ranges[state][2 * j];
        wanted |= sum >= least && sum <= least + ranges[state][2 * j + 1];
      }
      differs |= next[corner + y * stride + x] != wanted;
      population += wanted;
      if (wanted) last = y;
    }
  differs |= found[2] != population || found[1] != last;
  free(now), free(next), free(sums);
  return differs;
}

// Eight rows of 64 cells of a rule of 16 states that looks up sums of weights.
static int tallies_differ(int round) {
  enum { pitch = 96 };
  unsigned char source[10 * pitch], target[8 * 64], weights[16], centers[16], sums[32], next[64];
  for (int i = 0; i < 10 * pitch; i++) source[i] = random_below(round & 1 ? 16 : 3);
  for (int i = 0; i < 16; i++) weights[i] = random_below(4);
  for (int i = 0; i < 16; i++) centers[i] = random_below(32);
  for (int i = 0; i < 32; i++) sums[i] = random_below(32);
  for (int i = 0; i < 64; i++) next[i] = random_below(round & 1 ? 16 : 3);
  for (int y = 0; y < 8; y++) memcpy(target + 64 * y, source + (y + 1) * pitch + 8, 64);
  word wanted = random_word() & 0xff, changed = 0;
  life_tally_band band = {source, pitch, target, wanted, 0, weights, centers, sums, next, 2, 4};
  advance_tallies(&band);
  int differs = 0;
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 64; x++) {
      const unsigned char *cell = source + (y + 1) * pitch + 8 + x;
      int sum = -weights[*cell];
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) sum += weights[cell[dy * pitch + dx]];
      int state = wanted >> x / 8 & 1 ? next[centers[*cell] + sums[sum]] : *cell;
      differs |= target[64 * y + x] != state;
      if (state != *cell) changed |= 1ull << x / 8;
    }
  return differs | (band.changed != changed);
}

// A window of 64 x 64 cells of a board of 512 x 512, with a soup so small that its cells do not
// come near the edge of the window.
static int soup_differs(int round) {
  enum { size = 16, generations = 16 };
  rule r = random_rule(round % 3, 1);
  grid g = make_grid(64, 64, 0, 2);
  for (int i = 0; i < 64 * 64; i++)
    if (abs(i % 64 - 32) > size / 2 || abs(i / 64 - 32) > size / 2) g.cells[i] = 0;
  word *board = aligned(9 * 8 * 64 * 8), *scratch = aligned((4 * 64 + 128) * 8);
  word result[64 + 3] = {0}, rings[2 * 72] = {0};
  int column = random_below(56), row = random_below(56);
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++) {
      int east = 8 * column + x, south = 8 * row + y;
      set(board + (9 * (south % 8) + east / 64) * 64 + south / 8, east % 64, at(g, x, y));
    }
  for (int i = 0; i < 2; i++) {
    int width = i ? 4 : 2;
    rings[72 * i] = ~(~0ull << width) | ~(~0ull >> width);
    for (int y = 0; y < 64; y++)
      if (y < width || y >= 64 - width) rings[72 * i + 8 + y % 8 * 8 + y / 8] = ~0ull;
  }
  life_soup_window window = {board, column, row, 1, 8, generations, true, scratch, rings, result,
                             r.program};
  advance_soup(&window);
  for (int i = 0; i < generations; i++) advance(g, r);
  int differs = 0;
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++)
      differs |= bit(result + y % 8 * 8 + y / 8, x) != at(g, x, y);
  free(board), free(scratch), free(g.cells);
  return differs;
}

// The classes of the isotropic circuit. It can hold every isotropic table if all neighborhoods of a
// class are rotations or reflections of each other.
static int classes_differ(int round) {
  (void)round;
  static const int turned[9] = {6, 3, 0, 7, 4, 1, 8, 5, 2};
  static const int flipped[9] = {2, 1, 0, 5, 4, 3, 8, 7, 6};
  int least[256], differs = 0;
  for (int i = 0; i < 256; i++) least[i] = -1;
  for (int index = 0; index < 512; index++) {
    int image = index, canonical = index;
    for (int i = 0; i < 8; i++) {
      const int *places = i == 3 ? flipped : turned;
      int next = 0;
      for (int place = 0; place < 9; place++) next |= (image >> place & 1) << places[place];
      image = next;
      if (image < canonical) canonical = image;
    }
    int *first = least + classes[index];
    if (*first < 0) *first = canonical;
    differs |= *first != canonical;
  }
  return differs;
}

int main(void) {
  static const struct {
    const char *name;
    int (*differs)(int);
    int rounds;
  } checks[] = {{"isotropic classes", classes_differ, 1}, {"nodes", node_differs, 6000},
                {"boards", board_differs, 600},           {"tiles", tiles_differ, 120},
                {"blocks", blocks_differ, 1200},          {"sums", sums_differ, 1200},
                {"tallies", tallies_differ, 6000},        {"soups", soup_differs, 600}};
  isotropic_classes(classes, aligned(16 * 64));
  int all = 0;
  for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
    int count = 0;
    for (int round = 0; round < checks[i].rounds; round++) {
      seed = round;
      count += checks[i].differs(round);
    }
    printf("%s: %d of %d differ\n", checks[i].name, count, checks[i].rounds);
    all |= count;
  }
  return all != 0;
}
