// Holds nothing: the tests take its target's precompiled headers.
