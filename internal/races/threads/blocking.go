package threads

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// BlocksAfter reports whether the function that others call for an access blocks after it,
// as a Run or Serve does: what ends it is called by another goroutine.
//
//	func (s *server) Run() error { s.srv = &http.Server{…}; return s.srv.ListenAndServe() }
func BlocksAfter(a *access.Access, t *Thread) bool {
	top := t.Frames[len(t.Frames)-1]
	if !a.Write || a.Content || Starts(t.Frames) || !OfReceiver(top) {
		return false
	}
	known := lockset.Memo[blocking](top.F.Pkg)
	if *known == nil {
		*known = make(blocking)
	}
	if _, ok := (*known)[top.At]; !ok {
		(*known)[top.At] = blocksBehind(top.F, top.At)
	}
	return (*known)[top.At]
}

// blocking says after which instructions their function blocks.
type blocking map[ssa.Instruction]bool

// blocksBehind reports whether f blocks behind one of its instructions.
func blocksBehind(f *lockset.Func, at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			if lockset.Precedes(at, instr) && !lockset.Precedes(instr, at) && blocksAt(f, instr, 1) {
				return true
			}
		}
	}
	return false
}

// blocksAt reports whether an instruction blocks for as long as the object works: a receive or a
// select in a loop, a call that serves, or one of a function that does so.
func blocksAt(f *lockset.Func, instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.Select:
		return instr.Blocking && lockset.Loops(instr.Block())
	case *ssa.UnOp:
		return instr.Op == token.ARROW && lockset.Loops(instr.Block())
	case *ssa.Call:
		fn, _ := f.Pkg.Target(&instr.Call)
		if fn != nil && (catalog.Accepts[callmatch.Name(fn)] && lockset.Loops(instr.Block()) || catalog.Serves[callmatch.Name(fn)]) {
			return true
		}
		callee := f.Pkg.Callee(&instr.Call)
		if callee == nil || depth == 0 {
			return false
		}
		for inner := range ssaflow.Instrs(callee.SSA) {
			if blocksAt(callee, inner, depth-1) {
				return true
			}
		}
	}
	return false
}
