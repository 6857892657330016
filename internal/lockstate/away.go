package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// give takes away the certainty that the function holds what a goroutine releases that
// it starts: from now on the lock is that goroutine's.
func (f *Func) give(start *ssa.Go, at *cursor) {
	ops := f.pkg.Ops(start.Common())
	for lock, h := range at.State {
		if h.Must && slices.ContainsFunc(ops, func(r Op) bool { return r.frees(h.Op) }) {
			h.Must = false
			at.change()[lock] = h
		}
	}
}
