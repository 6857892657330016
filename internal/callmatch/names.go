package callmatch

import (
	"go/types"
	"hash/maphash"
	"sync/atomic"
)

// names are the names of the functions and types that were asked for last: every check asks for those
// of most calls. The cache is bounded, so that it keeps few packages of a process that sees many.
var names = cache{seed: maphash.MakeSeed()}

type cache struct {
	seed    maphash.Seed
	entries [1 << 13]atomic.Pointer[entry]
}

type entry struct {
	obj  types.Object
	name string
}

func (c *cache) of(obj types.Object, name func(types.Object) string) string {
	at := &c.entries[maphash.Comparable(c.seed, obj)%uint64(len(c.entries))]
	if e := at.Load(); e != nil && e.obj == obj {
		return e.name
	}
	e := &entry{obj: obj, name: name(obj)}
	at.Store(e)
	return e.name
}
