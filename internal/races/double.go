package races

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Written reports whether the package acquires the lock for writing somewhere.
func Written(p *lockset.Package, key string) bool {
	keys := lockset.Memo[writtenKeys](p)
	if *keys == nil {
		*keys = make(writtenKeys)
		for _, f := range p.Funcs {
			keys.note(f)
		}
	}
	return key != "" && (*keys)[key]
}

// writtenKeys are the keys of the locks that a package acquires for writing.
type writtenKeys map[string]bool

// note adds those that f acquires.
func (keys writtenKeys) note(f *lockset.Func) {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if ops, ok := f.Pkg.Direct(call.Common()); ok && ops[0].Acquire && !ops[0].Read {
			keys[ops[0].Key] = true
		}
	}
}
