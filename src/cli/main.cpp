#include "cli/commands.h"

int main(int argc, char** argv) { return huedrift::run_program(argc, argv); }
