// huedrift-decode-webp
#include "decode/decoder_program.h"

int main() { return huedrift::decoder_program({huedrift::inspect_webp, huedrift::decode_webp}); }
