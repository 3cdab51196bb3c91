// huedrift-decode-avif
#include "decode/decoder_program.h"

int main() { return huedrift::decoder_program({huedrift::inspect_heif, huedrift::decode_avif}); }
