// `celer explain` and `celer stats`: run a program and print the report that the engine writes at its end
// (docs/explain.md, docs/stats.md).
#pragma once

#include <vector>

namespace celer::command {

// `setting` is the environment variable that asks the engine for the report; the arguments are those behind the
// command's name. `run` replaces the process by one that runs the program. Returns the exit code: the program's own, if
// there is a report.
int report(const char* setting, int argc, char** argv, const char* usage, int (*run)(std::vector<char*> arguments));

}  // namespace celer::command
