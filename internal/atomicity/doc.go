// Package atomicity finds what was read in one critical section and is used as if it were
// still true in another, or in none: check and act, lost updates, objects found under a lock
// and read or written after its release.
package atomicity
