// The registers of the calling convention, of the processor that the engine is built for.
#pragma once

#include "code/x64/registers.h"
