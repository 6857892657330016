package unlockedaccess_any

import (
	"maps"
)

func (g *Group) CopyFrom(old *Group) {
	for i := range g.pools {
		to, ok := g.pools[i].(*Pool)
		from, isPool := old.pools[i].(*Pool)
		if ok && isPool {
			maps.Copy(to.rows, from.rows) // want `to.rows is written without to.mu`
		}
	}
}
