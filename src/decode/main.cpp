// huedrift-decode: PNG, JPEG, BMP, PNM, PAM and QOI.
#include "decode/decode.h"
#include "decode/decode_jpeg.h"
#include "decode/decoder_program.h"

int main() { return huedrift::decoder_program(huedrift::decode, huedrift::prepare_jpeg); }
