// For the one source that refers to the C library's mathematics: which versions of its functions.
#pragma once

#include "corelib/x64/math_versions.h"
