#include "vulkan/pipeline_cache.h"

#include "expect_error.h"
#include "gpu/stages/analysis.h"
#include "temporary_folder.h"
#include "vulkan/device_fixture.h"

#include <fstream>
#include <gtest/gtest.h>
#include <numeric>

namespace huedrift::vulkan {
namespace {

/// A folder for caches, and data to store.
class CacheFolder {
public:
    CacheFolder() {
        std::iota(reinterpret_cast<std::uint8_t*>(data_.data()),
                  reinterpret_cast<std::uint8_t*>(data_.data() + data_.size()), std::uint8_t{1});
    }

protected:
    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.path() / "deep" / "pipelines";
    std::vector<std::byte> data_ = std::vector<std::byte>(1000);
};

class PipelineCacheFile : public CacheFolder, public testing::Test {};
class PipelineCacheOfADevice : public CacheFolder, public DeviceTest {};

TEST_F(PipelineCacheFile, ComesBackWhole) {
    store_pipeline_cache(file_, data_);
    EXPECT_EQ(load_pipeline_cache(file_), data_);
    const std::filesystem::directory_iterator files(file_.parent_path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "a temporary file was left";
}

TEST_F(PipelineCacheFile, IsIgnoredWhenMissingCutOrDamaged) {
    EXPECT_TRUE(load_pipeline_cache(file_).empty());
    store_pipeline_cache(file_, data_);
    std::filesystem::resize_file(file_, 500);
    EXPECT_TRUE(load_pipeline_cache(file_).empty());
    store_pipeline_cache(file_, data_);
    std::fstream(file_, std::ios::in | std::ios::out | std::ios::binary).seekp(700).put('x');
    EXPECT_TRUE(load_pipeline_cache(file_).empty());
    std::ofstream(file_, std::ios::binary) << "short";
    EXPECT_TRUE(load_pipeline_cache(file_).empty());
}

TEST_F(PipelineCacheFile, IsNotWrittenToAnImpossibleFolder) {
    expect_error([&] { store_pipeline_cache("/dev/null/pipelines", data_); }, ErrorKind::output,
                 {"/dev/null/pipelines"});
    EXPECT_TRUE(load_pipeline_cache("/dev/null/pipelines").empty());
}

TEST_F(PipelineCacheOfADevice, AFailedWriteIsNoError) {
    const Device own(*context(), device_index(), {.cache_folder = "/dev/null"});
    EXPECT_NO_THROW(gpu::FindBbox{own});
}

TEST_F(PipelineCacheOfADevice, IsWrittenAndReadAgain) {
    const std::filesystem::path file = pipelines_file(folder_.path(), device().facts());
    for (int run = 0; run < 2; ++run) {
        const Device own(*context(), device_index(), {.cache_folder = folder_.path()});
        const gpu::FindBbox pass(own);
    }
    EXPECT_FALSE(load_pipeline_cache(file).empty());
}

}
}
