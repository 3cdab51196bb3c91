// huedrift-decode-tiff
#include "decode/decoder_program.h"

int main() {
    return huedrift::decoder_program({huedrift::inspect_tiff, huedrift::decode_tiff}, huedrift::prepare_tiff);
}
