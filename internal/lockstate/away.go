package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// give takes away the certainty that the function holds what a goroutine releases that
// it starts: from now on the lock is that goroutine's.
func (f *Func) give(start *ssa.Go, at *cursor) {
	for lock, h := range at.State {
		if h.Must && f.pkg.releases(start.Common(), h.Op) {
			h.Must = false
			at.change()[lock] = h
		}
	}
}

// releases reports whether a call, or the goroutine that it starts, releases a lock.
func (p *Package) releases(call *ssa.CallCommon, lock Op) bool {
	ops := p.Ops(call)
	if lock.Permit {
		ops = p.permitsOf(call)
	}
	return slices.ContainsFunc(ops, func(r Op) bool { return r.frees(lock) })
}
