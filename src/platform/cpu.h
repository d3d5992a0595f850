// What the engine asks of the processor that it is built for. A component's folder for a processor (x64/) is named by
// headers of that component only, such as this; sources include those.
#pragma once

#include "platform/x64/cpu.h"
