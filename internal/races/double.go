package races

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Written reports whether the package acquires the lock for writing somewhere.
func Written(p *lockset.Package, key string) bool {
	if memo(p).writers == nil {
		memo(p).writers = make(map[string]bool)
		for _, f := range p.Funcs {
			for _, b := range f.SSA.Blocks {
				for _, instr := range b.Instrs {
					call, ok := instr.(ssa.CallInstruction)
					if !ok {
						continue
					}
					if ops, ok := p.Direct(call.Common()); ok && ops[0].Acquire && !ops[0].Read {
						memo(p).writers[ops[0].Key] = true
					}
				}
			}
		}
	}
	return key != "" && memo(p).writers[key]
}
