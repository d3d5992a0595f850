// `celer explain`: runs a program and prints the report that the engine writes at its end (docs/explain.md).
#pragma once

#include <vector>

namespace celer::command {

// The arguments behind `explain`. `run` replaces the process by one that runs the program. Returns the exit code: the
// program's own, if there is a report.
int explain(int argc, char** argv, const char* usage, int (*run)(std::vector<char*> arguments));

}  // namespace celer::command
