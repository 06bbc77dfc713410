// Holds nothing: the programs take its target's precompiled headers.
