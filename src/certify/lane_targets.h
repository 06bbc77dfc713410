// For which instruction sets lanes are compiled. To be included before anything of Highway's.
#pragma once

// Vectors whose length only shows when the program runs cannot be members of anything. (ARM's SVE and RISC-V's; ARM is left with NEON.)
// Processors that end at SSSE3, of 2006 and 2007, take the baseline: they are not worth a fifth of the kernels' compilation.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)
