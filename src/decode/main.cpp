// Every decoder program, with the reader and the preparation that CMakeLists.txt chooses.
#include "decode/decoder_program.h"

int main() { return huedrift::decoder_program(huedrift::HUEDRIFT_OPENER, HUEDRIFT_PREPARATION); }
