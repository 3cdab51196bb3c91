// huedrift-decode-jxl
#include "decode/decoder_program.h"

int main() {
    return huedrift::decoder_program({huedrift::inspect_jxl, huedrift::decode_jxl}, huedrift::prepare_jxl);
}
