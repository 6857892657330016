package main

// What main does not mention does not count.
func unused() { close(names) }
