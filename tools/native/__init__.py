"""`./build.sh fast`: engine and players compiled to machine code with mypyc, for tournaments and training."""
