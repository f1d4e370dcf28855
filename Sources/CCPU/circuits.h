#ifndef LIFE_CIRCUITS_H
#define LIFE_CIRCUITS_H

// The circuits that the kernels have. A program begins with the number of one of them; what follows
// is what makes the circuit this rule's.

// Births and survivals as masks over the number of living neighbours, of eight, six or four.
static const unsigned long long life_circuit_moore = 0;
static const unsigned long long life_circuit_hexagon = 1;
static const unsigned long long life_circuit_cross = 2;
// Functions of two planes, one for each leaf of a tree of choices, sixteen to a word.
static const unsigned long long life_circuit_isotropic = 3;
// The leaves of B2-a/S12.
static const unsigned long long life_just_friends_first = 0x2000002300;
static const unsigned long long life_just_friends_last = 0xc333030000020;
static const unsigned long long life_circuit_hexagon_map = 4;
static const unsigned long long life_circuit_map = 5;

#endif
