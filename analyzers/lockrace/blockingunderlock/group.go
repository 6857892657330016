package blockingunderlock

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// dones returns the calls of Done for the group of a Wait, and the goroutines
// that the group starts itself.
func dones(model *lockset.Package, wait *ssa.Call) *partner {
	group := model.Place(wait.Call.Args[0])
	part := &partner{verb: "calls Done"}
	for _, f := range model.Funcs {
		if joins(model, f, group, 1) {
			continue // nothing waits for what it takes before it counts itself
		}
		for instr := range ssaflow.Instrs(f.SSA) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] != "done" {
				continue
			}
			pl := model.Place(call.Common().Args[0])
			if group.Key != "" && pl.Key == group.Key || pl.Path == group.Path {
				part.instrs = append(part.instrs, instr)
			}
		}
	}
	return part
}

// joins reports whether f adds to a group, itself or in a function that it calls.
func joins(model *lockset.Package, f *lockset.Func, group lockset.Place, depth int) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); !ok || started {
			continue
		}
		if catalog.WaitGroupMethods[ssaflow.Callee(call.Common())] == "add" {
			pl := model.Place(call.Common().Args[0])
			if pl.Path == group.Path || group.Key != "" && pl.Key == group.Key {
				return true
			}
		}
		if callee := model.Callee(call.Common()); callee != nil && depth > 0 && joins(model, callee, group, depth-1) {
			return true
		}
	}
	return false
}

// callsBack is needs for acquisitions in functions that another package may call.
func (part *partner) callsBack(model *lockset.Package, hold lockset.Hold) (at token.Pos, other ssa.Instruction) {
	for _, instr := range part.instrs {
		if c := lockuse.CallbackNeed(model, instr, hold); c != nil {
			part.back = c
			return c.At.Pos(), instr
		}
	}
	return token.NoPos, nil
}
