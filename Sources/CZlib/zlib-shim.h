#if !__has_include(<zlib.h>)
#error "zlib's header is missing: apt-get install zlib1g-dev, or dnf install zlib-devel"
#endif
#include <zlib.h>
