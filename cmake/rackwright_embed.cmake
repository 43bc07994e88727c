# rackwright_embed(target file symbol): compiles a text file into `target` as
# `extern const std::string_view rackwright::embedded::<symbol>`, for data that a formula cannot do without.
function(rackwright_embed target file symbol)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [==[// Generated from @file@.
#include <string_view>
namespace rackwright::embedded {
extern const std::string_view @symbol@;
#pragma GCC diagnostic ignored "-Woverlength-strings"
const std::string_view @symbol@ = R"embedded(@content@)embedded";
} // namespace rackwright::embedded
]==])
  target_sources(${target} PRIVATE ${generated})
endfunction()
