// Loop heads that look whether better code is there to go on with, and the ways out of them behind the body. Owned by
// MethodCompiler.
#pragma once

#include <span>
#include <vector>

#include "baseline/x64/assembler.h"
#include "code/code_tables.h"

namespace celer::x64 {

class Cursor;
class Frame;
class FrameCode;
class IlMap;

class OsrPoints {
  public:
    OsrPoints(Assembler& a, Cursor& cursor, IlMap& il_map, const Frame& frame, FrameCode& frame_code)
        : a_(a), cursor_(cursor), il_map_(il_map), frame_(frame), frame_code_(frame_code) {}

    void clear();
    std::span<const OsrPoint> points() const { return points_; }
    void osr_point(uint32_t block);
    void emit_osr_exits();

  private:
    Assembler& a_;
    Cursor& cursor_;
    IlMap& il_map_;
    const Frame& frame_;
    FrameCode& frame_code_;
    std::vector<OsrPoint> points_;
    std::vector<Label> exits_;  // parallel
};

}  // namespace celer::x64
