// SPDX-License-Identifier: Apache-2.0
// The shared library for real processes: what an application sees of it without any of the
// project's own set-up (docs/reference/30-nlog.md, section 16; 32-runtime-api.md, section 5.1).
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "gen/runtime/nrt/nrt_status.h"

namespace nvp::test {
namespace {

class Library : public ::testing::Test {
 protected:
  Library() : handle_(dlopen(NVP_RUNTIME_LIBRARY, RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_NE(handle_, nullptr) << dlerror();
    char name[] = "/tmp/nvp-library-XXXXXX";
    directory_ = mkdtemp(name);
  }
  ~Library() override {
    const std::string command = "rm -rf " + directory_;
    EXPECT_EQ(std::system(command.c_str()), 0);
  }

  template <class Function>
  Function* function(const char* name) const {
    void* address = dlsym(handle_, name);
    EXPECT_NE(address, nullptr) << name;
    return reinterpret_cast<Function*>(address);
  }

  void* handle_;
  std::string directory_;
};

using Execute = NRT_STATUS(void*, const void*, void*);

TEST_F(Library, OffersTheInterface) {
  for (const char* name :
       {"nrt_init", "nrt_close", "nrt_load", "nrt_unload", "nrt_execute", "nrt_execute_repeat",
        "nrt_get_version", "nrt_get_status_as_str", "nrt_get_total_nc_count", "nds_open",
        "nlog_write", "nlog_set_log_level"}) {
    EXPECT_NE(dlsym(handle_, name), nullptr) << name;
  }
}

TEST_F(Library, StandsOnLinuxFromItsLoadOn) {
  EXPECT_EQ(function<Execute>("nrt_execute")(nullptr, nullptr, nullptr), NRT_UNINITIALIZED);
}

TEST_F(Library, Check26ForkedChild) {
  const std::string log = directory_ + "/log";
  function<void(std::uint32_t, bool)>("nlog_init")(1, true);
  function<void()>("nlog_coalescing_init_thread")();
  auto* const write = function<void(const char*, const char*, std::uint32_t, std::uint32_t,
                                    std::uint32_t, const char*, ...)>("nlog_write");
  write("TDRV", "f", 1, 1, 0, "of the parent");
  const pid_t child = fork();
  if (child == 0) {
    int wrong = 0;
    function<void()>("nlog_clear_error_log")();
    write("NRT", "g", 1, 1, 1, "of the child");
    wrong += function<NRT_STATUS(const char*)>("nlog_dump_error_log")(log.c_str()) != NRT_SUCCESS;
    wrong += function<Execute>("nrt_execute")(nullptr, nullptr, nullptr) != NRT_FAILURE;
    _exit(wrong);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(function<Execute>("nrt_execute")(nullptr, nullptr, nullptr), NRT_UNINITIALIZED);
  std::ifstream file(log);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(" " + std::to_string(child) + ":"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("of the child\n\tTDRV:f of the parent\n"), std::string::npos)
      << text.str();
}

}  // namespace
}  // namespace nvp::test
