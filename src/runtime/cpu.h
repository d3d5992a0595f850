// The assembly that the runtime stands on, of the processor that the engine is built for.
#pragma once

#include "runtime/x64/calls.h"
#include "runtime/x64/registers.h"
