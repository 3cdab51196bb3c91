#include "app/shell/application.h"

int main(int count, char** arguments) { return huedrift::app::run_program(count, arguments); }
