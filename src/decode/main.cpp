// huedrift-decode: PNG, JPEG, BMP, PNM, PAM, QOI and TGA.
#include "decode/decoder_program.h"

int main() {
    return huedrift::decoder_program({huedrift::inspect_basic, huedrift::decode_basic},
                                     huedrift::prepare_jpeg);
}
