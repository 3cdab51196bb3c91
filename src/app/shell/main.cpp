#include "app/shell/application.h"
#include "engines/engine_pool.h"

#include <cstdio>
#include <cstdlib>

int main(int count, char** arguments) {
    const int code = huedrift::app::run_program(count, arguments);
    if (!huedrift::is_device_starting()) return code;
    std::fflush(nullptr);
    std::_Exit(code);
}
