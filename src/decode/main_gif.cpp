// huedrift-decode-gif
#include "decode/decoder_program.h"

int main() { return huedrift::decoder_program({huedrift::inspect_gif, huedrift::decode_gif}); }
