package captured

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// How sure it is that nothing orders two accesses.
const (
	ordered = iota
	perhaps // a call whose body is not known may wait
	unsynchronized
)

// unordered reports whether a path leads from the start of a goroutine with one access to
// another access, or the start of the goroutine that makes it, on which nothing waits for
// the first.
func unordered(p *lockset.Package, v ssa.Value, a, b *capture) int {
	if a.start == nil || a.at == nil || b.at == nil {
		return ordered
	}
	maker, _ := v.(ssa.Instruction)
	o := &order.Search{P: p, From: a.at, To: b.at, Maker: maker, Start: a.start, Alike: a.at == b.at, Single: a.part == single}
	switch {
	case o.Open(false):
		return unsynchronized
	case o.Open(true):
		return perhaps
	}
	return ordered
}
