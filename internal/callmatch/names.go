package callmatch

import (
	"go/types"
	"hash/maphash"
	"sync/atomic"
)

// names are the names of the functions that were asked for last: every check asks for those of
// most calls. The cache is bounded, so that it keeps few packages of a process that sees many.
var names = cache{seed: maphash.MakeSeed()}

type cache struct {
	seed    maphash.Seed
	entries [1 << 13]atomic.Pointer[entry]
}

type entry struct {
	fn   *types.Func
	name string
}

func (c *cache) of(fn *types.Func) string {
	at := &c.entries[maphash.Comparable(c.seed, fn)%uint64(len(c.entries))]
	if e := at.Load(); e != nil && e.fn == fn {
		return e.name
	}
	e := &entry{fn: fn, name: nameOf(fn)}
	at.Store(e)
	return e.name
}
