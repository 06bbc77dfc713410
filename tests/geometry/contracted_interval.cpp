// The tests of the interval header's inline functions, compiled as a program may compile them: with products fused into sums.
#include "core/test_interval.cpp"
