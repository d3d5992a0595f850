#pragma once

namespace celer {

// One line on standard error for each thing that the environment asks for and Celer has not (diagnostic_requests.def):
// a trace that is not written should not be missed only after the run.
void refuse_diagnostic_requests();

}  // namespace celer
