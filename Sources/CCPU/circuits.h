#ifndef LIFE_CIRCUITS_H
#define LIFE_CIRCUITS_H

// The circuits of the kernels. A rule is a program: the number of a circuit, and the words that the
// circuit reads.

// Two words: births and survivals as masks over the number of live neighbors, of eight, six or
// four.
static const unsigned long long life_circuit_moore = 0;
static const unsigned long long life_circuit_hexagon = 1;
static const unsigned long long life_circuit_cross = 2;
// Functions of two planes, four bits for each leaf of a tree of choices, sixteen leaves to a word.
static const unsigned long long life_circuit_isotropic = 3;
// The isotropic program of B2-a/S12, which has a circuit of its own.
static const unsigned long long life_just_friends_first = 0x2000002300;
static const unsigned long long life_just_friends_last = 0xc333030000020;
static const unsigned long long life_circuit_map = 4;
// One word: a bit for each state of the three northern cells, and one for a live center.
static const unsigned long long life_circuit_north = 5;

#endif
