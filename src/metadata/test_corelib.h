// For tests: the installed CoreLib's image.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "metadata/framework_files.h"
#include "metadata/image.h"

namespace celer::metadata {

class CoreLibTest : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_FALSE(framework_directory().empty()) << "no installed .NET 10 found through DOTNET_ROOT or PATH";
        file_ = read_file(framework_directory() + "/System.Private.CoreLib.dll");
        ASSERT_TRUE(image_.open(file_));
    }
    std::vector<std::byte> file_;
    Image image_;
};

}  // namespace celer::metadata
