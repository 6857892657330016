// Package late finds the package variables that a package writes while the program runs, and the accesses by
// which importers race with that.
package late
