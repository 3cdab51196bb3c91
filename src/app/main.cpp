#include "app/application.h"
#include "base/error.h"

#include <iostream>
#include <string_view>

namespace {

using namespace huedrift;

constexpr const char* usage = "usage: huedrift [IMAGE...]\n"
                              "Opens the window. huedrift-cli does the same without one.\n";

}

int main(int count, char** arguments) {
    app::Launch launch;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            std::cout << usage;
            return 0;
        }
        if (argument == "--version") {
            std::cout << "huedrift " HUEDRIFT_VERSION "\n";
            return 0;
        }
        if (argument.size() > 1 && argument.front() == '-') {
            std::cerr << "huedrift: there is no option " << argument << "\n" << usage;
            return static_cast<int>(ErrorKind::usage);
        }
        launch.files.emplace_back(argument);
    }
    try {
        app::Application application(launch);
        application.run();
        return 0;
    } catch (const Error& error) {
        std::cerr << "huedrift: " << error.what() << "\n";
        return static_cast<int>(error.kind());
    }
}
