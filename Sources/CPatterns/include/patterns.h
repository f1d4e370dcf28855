#ifndef LIFE_PATTERNS_H
#define LIFE_PATTERNS_H

#include <stddef.h>

/// The files of the folder patterns/, compiled into the program.
struct life_collection {
  /// The name of each file below patterns/, each with a line feed.
  const char *names;
  size_t names_size;
  /// The bytes of each file in the order of the names, each with a zero after it.
  const unsigned char *files;
  size_t files_size;
};

struct life_collection life_collection(void);

#endif
