// Package unguarded says which writes of fields and package variables race with another access where no
// lock is held at all: threads says which goroutines get to the two and how they meet, and setup, order,
// holding and requests what speaks against it.
package unguarded
