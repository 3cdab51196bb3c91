// huedrift-decode-tiff
#include "decode/decoder_program.h"

int main() { return huedrift::decoder_program<huedrift::decode_tiff>(huedrift::prepare_tiff); }
