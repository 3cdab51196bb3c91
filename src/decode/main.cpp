// huedrift-decode: PNG, JPEG, BMP, PNM, PAM and QOI.
#include "decode/decoder_program.h"

int main() { return huedrift::decoder_program(huedrift::decode, huedrift::prepare_jpeg); }
